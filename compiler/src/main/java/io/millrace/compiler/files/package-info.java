/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What {@code read_files} takes: its options, what their values look like, the formats. The one
 * list for the checks of the compiler and for the reading itself. Entry type: {@link
 * io.millrace.compiler.files.FileOptions}. No files are looked at here.
 */
package io.millrace.compiler.files;
