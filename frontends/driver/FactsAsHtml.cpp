//===- FactsAsHtml.cpp - Explanations as a page -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One page that needs nothing else: no scripts, no fonts, no network; light or dark as the
// reader's system is. A line with something to say opens at a click.
//===----------------------------------------------------------------------===//
#include "Facts.h"
#include <algorithm>

namespace fluxion {

static const char Head[] = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What the derivative keeps</title>
<style>
:root { --paper: #fff; --ink: #1b1f24; --quiet: #667; --rule: #d8dde3; --active: #e8f1ff; --kept: #ffe9c7; --why: #9a4a00; --try: #005a8c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e4e7ea; --quiet: #9aa3ad; --rule: #333a41; --active: #17263d; --kept: #4a3512; --why: #ffb26b; --try: #7cc7ff; }
}
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; overflow-wrap: anywhere; }
code, .source { font: 13px/1.55 ui-monospace, monospace; }
ul { padding-left: 1.2rem; } .quiet { color: var(--quiet); }
.source { border: 1px solid var(--rule); border-radius: 6px; overflow-x: auto; }
.row { display: grid; grid-template-columns: 4rem 9rem minmax(max-content, 1fr); white-space: pre; }
.row > * { padding: 0 .6rem; } .number, .bytes { color: var(--quiet); text-align: right; }
.active { background: var(--active); } .kept { background: var(--kept); }
summary { cursor: pointer; list-style: none; } summary:focus-visible { outline: 2px solid var(--try); }
summary .code::after { content: " …"; color: var(--quiet); }
.facts { border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule); padding: .4rem 1rem .4rem 13.6rem; white-space: normal; font: 14px/1.45 system-ui, sans-serif; }
.facts p { margin: .2rem 0; } .why { color: var(--why); } .try { color: var(--try); }
</style>
</head>
<body>
<h1>What the derivative keeps</h1>
<p class="quiet"><span class="active">&nbsp;active&nbsp;</span> computes with floats that carry a derivative.
<span class="kept">&nbsp;kept&nbsp;</span> has a place on the tape. Lines ending in … say more.</p>
)";

static std::string escaped(const std::string &Text) {
  std::string Out;
  for (char C : Text)
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    default:
      Out += C;
    }
  return Out;
}

static std::string bytesText(std::pair<uint64_t, uint64_t> Bytes) {
  std::string Text;
  if (Bytes.first)
    Text = std::to_string(Bytes.first) + " B";
  if (Bytes.second)
    Text += (Text.empty() ? "" : " + ") + std::to_string(Bytes.second) + " B/pass";
  return Text;
}

static std::string factText(const LineFact &F) {
  std::string Text =
      "<p>" + (F.Kind == "kept" ? "keeps " + describeBytes(F) : F.Kind) + ": " + escaped(F.Text) + "</p>\n";
  if (!F.Why.empty())
    Text += "<p class=\"why\">why: " + escaped(F.Why) + "</p>\n";
  if (!F.Try.empty())
    Text += "<p class=\"try\">try: " + escaped(F.Try) + "</p>\n";
  return Text;
}

static std::string lineAsHtml(unsigned Number, const std::string &Source, const FileFacts &Facts) {
  auto Found = Facts.Lines.find(Number);
  std::string Class = "row", Details;
  if (Found != Facts.Lines.end())
    for (const LineFact &F : Found->second) {
      if (F.Kind == "active")
        Class += " active";
      else
        Details += factText(F);
    }
  std::pair<uint64_t, uint64_t> Bytes = Facts.bytesAt(Number);
  if (Bytes.first || Bytes.second)
    Class += " kept";
  std::string Cells = "<span class=\"number\">" + std::to_string(Number) + "</span><span class=\"bytes\">" +
                      bytesText(Bytes) + "</span><span class=\"code\">" + escaped(Source) + "</span>";
  if (Details.empty())
    return "<div class=\"" + Class + "\">" + Cells + "</div>\n";
  return "<details><summary class=\"" + Class + "\">" + Cells + "</summary><div class=\"facts\">\n" + Details +
         "</div></details>\n";
}

std::string factsAsHtml(const std::map<std::string, FileFacts> &Files) {
  std::string Page = Head;
  for (const auto &[File, Facts] : Files) {
    Page += "<h2>" + escaped(File) + "</h2>\n<ul>\n";
    for (const DerivativeFact &D : Facts.Derivatives)
      Page += "<li><code>" + escaped(D.Name) + "</code> <span class=\"quiet\">" + escaped(D.Mode) + "</span>: keeps " +
              escaped(D.Tape) + "</li>\n";
    Page += "</ul>\n<div class=\"source\">\n";
    unsigned Number = 0;
    for (const std::string &Line : linesOf(File))
      Page += lineAsHtml(++Number, Line, Facts);
    Page += "</div>\n";
  }
  return Page + "</body>\n</html>\n";
}

} // namespace fluxion
