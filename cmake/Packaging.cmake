# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What lets others find an installation (CMake, pkg-config), and the Debian package.
include(CMakePackageConfigHelpers)
math(EXPR FLUXION_LLVM_NEXT "${FLUXION_LLVM_MAJOR} + 1")
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Fluxion)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/FluxionConfig.cmake.in ${CMAKE_BINARY_DIR}/FluxionConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/FluxionConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/FluxionConfig.cmake ${CMAKE_BINARY_DIR}/FluxionConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH FLUXION_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" FLUXION_PC_TO_PREFIX "${FLUXION_PC_TO_PREFIX}")
foreach(name fluxion fluxion-lto)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fluxion)
set(CPACK_PACKAGE_VENDOR Fluxion)
set(CPACK_PACKAGE_CONTACT "Fluxion <fluxion@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Automatic differentiation of C, C++ and Rust")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "A plug-in of clang-${FLUXION_LLVM_MAJOR} and lld-${FLUXION_LLVM_MAJOR}, and a backend of rustc's std::autodiff, that replaces\n requests for derivatives by optimised code that computes them.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${FLUXION_LLVM_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-${FLUXION_LLVM_MAJOR}, llvm-${FLUXION_LLVM_MAJOR}")
include(CPack)
