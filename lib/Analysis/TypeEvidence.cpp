//===- TypeEvidence.cpp - What front ends and libraries tell of types ---------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types that a front end wrote (of allocas, GEPs, globals, struct fields in TBAA) are
// hints: they say what memory is meant to hold, and an access that does otherwise is
// right. The TBAA tag of an access counts as part of the access.
//
// Not everything that looks like a type is one. Unions are named after one member;
// iN, [n x i8] and unnamed structs of integers are how clang and rustc spell "bytes".
// Of integers only those in named structs, long arrays and globals are believed.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeSolver.h"
#include "Rules/Library/RuleLibrary.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace fluxion {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Arrays up to this many bytes are hinted at element by element.
static constexpr uint64_t MaxHintedArray = 512;

void TypeSolver::hintScalarRange(MemoryRef R, ByteKind K, uint64_t Size) {
  TypeGraph::Level L = K.kind() == ConcreteType::Integer ? TypeGraph::Inspection : TypeGraph::FrontEndType;
  Graph.access(R, 0, Size, Size, [&](unsigned Part, ByteId B) { Graph.hint(B, L, ByteKind(K.Type, Part)); });
}

void TypeSolver::hintLeaf(MemoryRef R, Type *Ty, bool IntegersToo) {
  ByteKind K = kindOfLeaf(Ty, 0);
  unsigned Size = leafBytes(Ty, DL);
  if (K.isSettled())
    hintScalarRange(R, K, Size);
  else if (IntegersToo && Ty->isIntegerTy())
    hintScalarRange(R, ByteKind(ConcreteType::Integer), Size);
  // The six bytes that follow the ten of a long double are padding.
  for (int64_t At = Size, E = DL.getTypeAllocSize(Ty); K.isSettled() && At < E; ++At)
    hintScalarRange(R.plus(At), ByteKind(ConcreteType::Integer), 1);
}

static bool isUnion(const StructType *S) {
  return S->hasName() && (S->getName().starts_with("union.") || S->getName().contains("::union."));
}

/// Memory at \p R is meant to hold a \p Ty. \p Named: inside a struct with a name; \p Trusted:
/// the front end chose the type for its contents (globals).
void TypeSolver::hintType(MemoryRef R, Type *Ty, bool Named, bool Trusted, unsigned Depth) {
  if (!Ty->isSized() || Ty->isScalableTy() || Depth > 8)
    return;
  if (auto *S = dyn_cast<StructType>(Ty)) {
    if (isUnion(S) || DL.getTypeAllocSize(S) > uint64_t(TypeGraph::Reach) || S->getNumElements() > 256)
      return;
    const StructLayout *Layout = DL.getStructLayout(S);
    int64_t End = 0;
    for (unsigned I = 0; I <= S->getNumElements(); ++I) {
      bool IsField = I != S->getNumElements();
      int64_t Begin = IsField ? int64_t(Layout->getElementOffset(I)) : int64_t(DL.getTypeAllocSize(S));
      for (; End < Begin; ++End)
        hintScalarRange(R.plus(End), ByteKind(ConcreteType::Integer), 1);
      if (!IsField)
        break;
      hintType(R.plus(Begin), S->getElementType(I), Named || S->hasName(), Trusted, Depth + 1);
      End = Begin + int64_t(DL.getTypeAllocSize(S->getElementType(I)));
    }
    return;
  }
  if (!Ty->isArrayTy() && !Ty->isVectorTy())
    return hintLeaf(R, Ty, Named || Trusted);

  bool IsArray = Ty->isArrayTy();
  Type *Element = IsArray ? Ty->getArrayElementType() : Ty->getScalarType();
  uint64_t Count = IsArray ? Ty->getArrayNumElements() : cast<FixedVectorType>(Ty)->getNumElements();
  if (DL.getTypeSizeInBits(Element) % 8 != 0)
    return;
  uint64_t Stride = IsArray ? uint64_t(DL.getTypeAllocSize(Element)) : uint64_t(DL.getTypeSizeInBits(Element)) / 8;
  // Up to seven bytes in a struct are padding or small text, more could be a buffer.
  if (Element->isIntegerTy(8) && Count > 7)
    return;
  bool RealIntegers = IsArray && (Count > 2 || Element->isIntegerTy(32));
  if (Stride == 0 || Count == 0)
    return;
  if (Count * Stride > MaxHintedArray) {
    if (R.Stride == 0 && !R.InnerStride) {
      R.addStride(Stride);
      hintType(R, Element, Named || RealIntegers, Trusted, Depth + 1);
    }
    return;
  }
  for (uint64_t I = 0; I != Count; ++I)
    hintType(R.plus(I * Stride), Element, Named || (RealIntegers && !Element->isIntegerTy(8)), Trusted, Depth + 1);
}

//===----------------------------------------------------------------------===//
// TBAA
//===----------------------------------------------------------------------===//

/// The name of a scalar type node of TBAA.
static StringRef tbaaName(const MDNode *Type) {
  auto *Name = Type && Type->getNumOperands() ? dyn_cast<MDString>(Type->getOperand(0)) : nullptr;
  return Name ? Name->getString() : StringRef();
}

enum class TbaaScalar { Nothing, Float, Double, LongDouble, Pointer, Integer };

static TbaaScalar scalarOfTbaa(StringRef Name) {
  if (Name.starts_with("p1 ") || Name.starts_with("p2 ") || Name.starts_with("p3 ") || Name.starts_with("p4 "))
    return TbaaScalar::Pointer;
  return StringSwitch<TbaaScalar>(Name)
      .Case("float", TbaaScalar::Float)
      .Case("double", TbaaScalar::Double)
      .Case("long double", TbaaScalar::LongDouble)
      .Cases({"any pointer", "vtable pointer", "any p2 pointer", "any p3 pointer"}, TbaaScalar::Pointer)
      .Cases({"bool", "_Bool", "short", "int", "long", "long long", "__int128", "wchar_t"}, TbaaScalar::Integer)
      .Default(TbaaScalar::Nothing);
}

static Type *floatOfTbaa(TbaaScalar S, LLVMContext &C, const DataLayout &DL) {
  switch (S) {
  case TbaaScalar::Float:
    return Type::getFloatTy(C);
  case TbaaScalar::Double:
    return Type::getDoubleTy(C);
  case TbaaScalar::LongDouble: // which one depends on the target; its accesses are typed anyway
  case TbaaScalar::Pointer:
  case TbaaScalar::Integer:
  case TbaaScalar::Nothing:
    return nullptr;
  }
  llvm_unreachable("every TbaaScalar is listed");
}

static bool isAccessTag(const MDNode *Tag) {
  return Tag && Tag->getNumOperands() >= 3 && isa<MDNode>(Tag->getOperand(0)) && isa<MDNode>(Tag->getOperand(1));
}

/// What an access tagged \p Tag says of \p Size bytes that the IR calls an integer.
ByteKind TypeSolver::kindOfTbaa(const MDNode *Tag, uint64_t Size, bool &IsInteger) const {
  if (!isAccessTag(Tag))
    return ByteKind();
  TbaaScalar S = scalarOfTbaa(tbaaName(cast<MDNode>(Tag->getOperand(1))));
  IsInteger = S == TbaaScalar::Integer;
  if (S == TbaaScalar::Pointer && Size == DL.getPointerSize())
    return ByteKind(ConcreteType::Pointer);
  if (Type *Ty = floatOfTbaa(S, Tag->getContext(), DL); Ty && Size == DL.getTypeStoreSize(Ty))
    return ByteKind(ConcreteType::ofFloat(Ty));
  return ByteKind();
}

/// A type node that lists members: {name, member type, offset, ...}; scalars list one parent at 0.
static void hintTbaaMembers(const MDNode *Type, int64_t At, unsigned Depth,
                            function_ref<void(int64_t, TbaaScalar)> Hint) {
  TbaaScalar Scalar = scalarOfTbaa(tbaaName(Type));
  if (Scalar != TbaaScalar::Nothing)
    return Hint(At, Scalar);
  // Only a struct has members beside its first; a scalar's parent says nothing of it.
  if (Depth > 4 || Type->getNumOperands() < 5)
    return;
  for (unsigned I = 1; I + 1 < Type->getNumOperands(); I += 2) {
    auto *Member = dyn_cast<MDNode>(Type->getOperand(I));
    auto *Offset = mdconst::dyn_extract<ConstantInt>(Type->getOperand(I + 1));
    if (!Member || !Offset)
      return;
    // Members at one offset are a union.
    auto *Next = I + 3 < Type->getNumOperands() ? mdconst::dyn_extract<ConstantInt>(Type->getOperand(I + 3)) : nullptr;
    if (!Next || Next->getZExtValue() != Offset->getZExtValue())
      hintTbaaMembers(Member, At + int64_t(Offset->getLimitedValue(1 << 20)), Depth + 1, Hint);
  }
}

/// The struct around the accessed field: an access at \p R tells of all its members.
void TypeSolver::hintTbaa(MemoryRef R, const MDNode *Tag) {
  if (!isAccessTag(Tag) || Tag->getOperand(0) == Tag->getOperand(1) || R.InnerStride)
    return;
  auto *Offset = mdconst::dyn_extract<ConstantInt>(Tag->getOperand(2));
  if (!Offset)
    return;
  int64_t Field = Offset->getLimitedValue(1 << 20);
  hintTbaaMembers(cast<MDNode>(Tag->getOperand(0)), 0, 0, [&](int64_t At, TbaaScalar S) {
    MemoryRef There = R.plus(At - Field);
    if (S == TbaaScalar::Pointer)
      hintScalarRange(There, ByteKind(ConcreteType::Pointer), DL.getPointerSize());
    else if (Type *Ty = floatOfTbaa(S, Tag->getContext(), DL))
      hintScalarRange(There, ByteKind(ConcreteType::ofFloat(Ty)), DL.getTypeStoreSize(Ty));
  });
}

/// !tbaa.struct on a copy: {offset, size, tag, ...}; bytes that are not listed are padding.
void TypeSolver::hintTbaaStruct(MemoryRef R, const MDNode *Node, uint64_t Bytes) {
  SmallVector<bool> Listed(std::min<uint64_t>(Bytes, TypeGraph::Reach), false);
  for (unsigned I = 0; I + 2 < Node->getNumOperands(); I += 3) {
    auto *Offset = mdconst::dyn_extract<ConstantInt>(Node->getOperand(I));
    auto *Size = mdconst::dyn_extract<ConstantInt>(Node->getOperand(I + 1));
    auto *Tag = dyn_cast<MDNode>(Node->getOperand(I + 2));
    if (!Offset || !Size || !Tag)
      return;
    uint64_t Begin = Offset->getLimitedValue(TypeGraph::Reach), Length = Size->getLimitedValue(TypeGraph::Reach);
    for (uint64_t K = Begin; K < Begin + Length && K < Listed.size(); ++K)
      Listed[K] = true;
    TbaaScalar S = isAccessTag(Tag) ? scalarOfTbaa(tbaaName(cast<MDNode>(Tag->getOperand(1)))) : TbaaScalar::Nothing;
    Type *Ty = floatOfTbaa(S, Node->getContext(), DL);
    uint64_t Step = Ty ? uint64_t(DL.getTypeStoreSize(Ty)) : S == TbaaScalar::Pointer ? DL.getPointerSize() : 1;
    ByteKind K = Ty                         ? ByteKind(ConcreteType::ofFloat(Ty))
                 : S == TbaaScalar::Pointer ? ByteKind(ConcreteType::Pointer)
                 : S == TbaaScalar::Integer ? ByteKind(ConcreteType::Integer)
                                            : ByteKind();
    for (uint64_t At = 0; K.isSettled() && At + Step <= Length; At += Step)
      hintScalarRange(R.plus(Begin + At), K, Step);
  }
  for (uint64_t K = 0; K != Listed.size(); ++K)
    if (!Listed[K])
      hintScalarRange(R.plus(K), ByteKind(ConcreteType::Integer), 1);
}

/// A block operation that was a loop of accesses keeps their tag: all of it is of that type.
void TypeSolver::hintTbaaBlock(const AnyMemIntrinsic &I) {
  const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  if (!isAccessTag(Tag))
    return;
  TbaaScalar S = scalarOfTbaa(tbaaName(cast<MDNode>(Tag->getOperand(1))));
  Type *Ty = floatOfTbaa(S, I.getContext(), DL);
  if (!Ty && S != TbaaScalar::Pointer)
    return;
  ByteKind K = Ty ? ByteKind(ConcreteType::ofFloat(Ty)) : ByteKind(ConcreteType::Pointer);
  int64_t Step = Ty ? int64_t(DL.getTypeStoreSize(Ty)) : int64_t(DL.getPointerSize());
  const auto *Constant = dyn_cast<ConstantInt>(I.getLength());
  int64_t Bytes = Constant ? int64_t(Constant->getLimitedValue(1 << 30)) : 0;
  bool WrittenOut = Constant && uint64_t(Bytes) <= MaxHintedArray;
  ByteId To = bytesOf(I.getRawDest());
  constrain(To, [=, this] {
    MemoryRef R = Graph.target(To);
    if (!WrittenOut)
      R.addStride(Step);
    for (int64_t At = 0; At + Step <= (WrittenOut ? Bytes : Step); At += Step)
      hintScalarRange(R.plus(At), K, Step);
  });
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

void TypeSolver::visitIntrinsic(IntrinsicInst &I) {
  if (auto *Copy = dyn_cast<AnyMemTransferInst>(&I)) {
    hintInteger(Copy->getLength(), TypeGraph::Arithmetic);
    copyMemory(*Copy);
    const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    if (const MDNode *Node = I.getMetadata(LLVMContext::MD_tbaa_struct); Node && Length) {
      ByteId From = bytesOf(Copy->getRawSource());
      uint64_t Bytes = Length->getLimitedValue(TypeGraph::Reach);
      constrain(From, [=, this] { hintTbaaStruct(Graph.target(From), Node, Bytes); });
    }
    hintTbaaBlock(*Copy);
    return;
  }
  if (auto *Set = dyn_cast<AnyMemSetInst>(&I)) {
    hintTbaaBlock(*Set);
    return hintInteger(Set->getLength(), TypeGraph::Arithmetic);
  }

  auto Load = [&](const Value *Pointer, Type *Ty, const Value *V) {
    access(Pointer, Ty, needsBytes(Ty) ? bytesOf(V) : NoId, 1, nullptr);
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return Load(I.getArgOperand(0), I.getType(), &I);
  case Intrinsic::masked_store:
    return Load(I.getArgOperand(1), I.getArgOperand(0)->getType(), I.getArgOperand(0));
  case Intrinsic::ssa_copy:
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::threadlocal_address:
  case Intrinsic::preserve_static_offset:
    return sameBytes(&I, I.getArgOperand(0));
  case Intrinsic::ptrmask:
    if (I.getType()->isPointerTy())
      sameBytes(&I, I.getArgOperand(0));
    return hintInteger(I.getArgOperand(1), TypeGraph::Arithmetic);
  // Bits are looked at or moved; they could still be those of a float.
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::ctpop:
    hintInteger(&I, TypeGraph::Arithmetic);
    return hintInteger(I.getArgOperand(0), TypeGraph::Inspection);
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::is_constant:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_xor:
    hintInteger(&I, TypeGraph::Inspection);
    for (const Value *A : I.args())
      hintInteger(A, TypeGraph::Inspection);
    return escapeCall(I, 0);
  case Intrinsic::fake_use:
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::objectsize:
  case Intrinsic::prefetch:
    return;
  default:
    break;
  }
  escapeCall(I, 0);
  // All others compute: an integer that goes in or comes out is one. Vector
  // loads and stores beyond the masked ones say nothing.
  bool MovesData =
      I.mayReadOrWriteMemory() && any_of(I.args(), [](const Use &A) { return A->getType()->isPtrOrPtrVectorTy(); });
  if (MovesData || I.getIntrinsicID() == Intrinsic::vector_insert || I.getIntrinsicID() == Intrinsic::vector_extract)
    return;
  hintInteger(&I, TypeGraph::Arithmetic);
  for (const Value *A : I.args())
    hintInteger(A, TypeGraph::Arithmetic);
  if (auto *S = dyn_cast<StructType>(I.getType())) // {result, overflow}, {fraction, exponent}
    for (unsigned E = 0; E != S->getNumElements(); ++E)
      if (S->getElementType(E)->isIntegerTy())
        for (unsigned K = 0; K != sizeOf(S->getElementType(E)); ++K)
          Graph.hint(bytesOf(&I) + DL.getStructLayout(S)->getElementOffset(E) + K, TypeGraph::Arithmetic);
}

//===----------------------------------------------------------------------===//
// Library functions
//===----------------------------------------------------------------------===//

/// Sizes are integers, and memory that is reallocated keeps its contents.
void TypeSolver::visitAllocation(CallBase &I) {
  Attribute Size = I.getFnAttr(Attribute::AllocSize);
  if (Size.isValid()) {
    auto [Element, Count] = Size.getAllocSizeArgs();
    hintInteger(I.getArgOperand(Element), TypeGraph::Arithmetic);
    if (Count)
      hintInteger(I.getArgOperand(*Count), TypeGraph::Arithmetic);
  }
  for (unsigned A = 0; A != I.arg_size(); ++A)
    if (I.paramHasAttr(A, Attribute::AllocAlign))
      hintInteger(I.getArgOperand(A), TypeGraph::Arithmetic);
  if (const Value *Old = getReallocatedOperand(&I); Old && I.getType()->isPointerTy())
    sameBytes(&I, Old);
}

/// What a pointer argument of a C function points to.
enum class Pointee { Int, Double, Float, Pointer, Itself };
struct PointeeRow {
  const char *Name;
  unsigned Argument;
  Pointee What;
};
/// The functions whose results come back through a pointer. Float variants end in f.
static const PointeeRow Pointees[] = {
    {"frexp", 1, Pointee::Int},      {"frexpf", 1, Pointee::Int},
    {"frexpl", 1, Pointee::Int},     {"modf", 1, Pointee::Double},
    {"modff", 1, Pointee::Float},    {"modfl", 1, Pointee::Itself},
    {"remquo", 2, Pointee::Int},     {"remquof", 2, Pointee::Int},
    {"remquol", 2, Pointee::Int},    {"sincos", 1, Pointee::Double},
    {"sincos", 2, Pointee::Double},  {"sincosf", 1, Pointee::Float},
    {"sincosf", 2, Pointee::Float},  {"sincosl", 1, Pointee::Itself},
    {"sincosl", 2, Pointee::Itself}, {"lgamma_r", 1, Pointee::Int},
    {"lgammaf_r", 1, Pointee::Int},  {"lgammal_r", 1, Pointee::Int},
    {"strtod", 1, Pointee::Pointer}, {"strtof", 1, Pointee::Pointer},
    {"strtol", 1, Pointee::Pointer}, {"posix_memalign", 0, Pointee::Pointer},
};

/// Names of allocation and copying functions, as they are when no attribute tells.
static bool isReallocation(StringRef Name) {
  return Name == "realloc" || Name.ends_with("___rust_realloc") || Name == "__rust_realloc";
}
static bool isCopy(StringRef Name) {
  return Name == "memcpy" || Name == "memmove" || Name == "mempcpy" || Name == "__memcpy_chk" ||
         Name == "__memmove_chk";
}
static bool isPointeeName(StringRef Name) {
  return any_of(Pointees, [&](const PointeeRow &Row) { return Name == Row.Name; });
}

/// \p Pointer leads to any number of elements, unless somebody knows better.
void TypeSolver::hintElements(const Value *Pointer, Type *Element) {
  ByteId P = bytesOf(Pointer);
  constrain(P, [=, this] {
    MemoryRef R = Graph.target(P);
    R.addStride(DL.getTypeAllocSize(Element));
    if (Hinted.insert({{R.Region, R.Offset}, {R.Stride, Element}}).second)
      hintType(R, Element, /*Named=*/false, /*Trusted=*/false);
  });
}

void TypeSolver::visitLibraryCall(CallBase &I, const Function &Callee) {
  if (std::optional<LibraryRule> Rule = libraryRule(Callee)) // BLAS: all parameters are numbers, or lead to numbers
    for (unsigned A = 0; A < Rule->Letters.size() && A < I.arg_size(); ++A) {
      hintInteger(I.getArgOperand(A), TypeGraph::Arithmetic);
      if (Type *Element = Rule->elementBehind(A))
        hintElements(I.getArgOperand(A), Element);
    }
  StringRef Name = Callee.getName();
  LibFunc Known;
  bool IsLibrary = TLI(*I.getFunction()).getLibFunc(Callee, Known) || isPointeeName(Name);
  bool IsRustAllocator =
      Name.contains("__rust_alloc") || Name.contains("__rust_dealloc") || Name.contains("__rust_realloc");
  if (!IsLibrary && !IsRustAllocator)
    return;
  // Integers in the prototypes of the C library, of operator new and of allocators are integers.
  for (unsigned A = 0; A != std::min<size_t>(I.arg_size(), Callee.arg_size()); ++A)
    hintInteger(I.getArgOperand(A), TypeGraph::Arithmetic);
  hintInteger(&I, TypeGraph::Arithmetic);
  if (isReallocation(Name) && I.arg_size() && I.getType()->isPointerTy())
    sameBytes(&I, I.getArgOperand(0));
  if (isCopy(Name) && I.arg_size() >= 3)
    copyMemory(I);
  if (isCopy(Name) && Name != "mempcpy" && I.getType()->isPointerTy())
    sameBytes(&I, I.getArgOperand(0));
  LLVMContext &C = I.getContext();
  for (const PointeeRow &Row : Pointees) {
    if (Name != Row.Name || Row.Argument >= I.arg_size())
      continue;
    const Value *Pointer = I.getArgOperand(Row.Argument);
    switch (Row.What) {
    case Pointee::Int: {
      // A value that is an int and nothing else.
      ByteId Int = Graph.newBytes(4);
      for (unsigned K = 0; K != 4; ++K)
        Graph.hint(Int + K, TypeGraph::Arithmetic);
      access(Pointer, Type::getInt32Ty(C), Int, 4, nullptr);
      break;
    }
    case Pointee::Double:
      access(Pointer, Type::getDoubleTy(C), NoId, 8, nullptr);
      break;
    case Pointee::Float:
      access(Pointer, Type::getFloatTy(C), NoId, 4, nullptr);
      break;
    case Pointee::Pointer:
      access(Pointer, PointerType::getUnqual(C), NoId, 8, nullptr);
      break;
    case Pointee::Itself:
      access(Pointer, I.getArgOperand(0)->getType(), NoId, 16, nullptr);
      break;
    }
  }
}

} // namespace fluxion
