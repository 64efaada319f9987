/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** What {@code USE} sets: {@code USE a.b} and {@code USE NAMESPACE a.b} set both. */
public enum NamespaceKind {
    CATALOG,
    SCHEMA,
    CATALOG_AND_SCHEMA
}
