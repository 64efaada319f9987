/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Small files under a pipeline's storage, on any file system that Hadoop knows. Entry type: {@link
 * io.millrace.spark.storage.StorageFiles}.
 */
package io.millrace.spark.storage;
