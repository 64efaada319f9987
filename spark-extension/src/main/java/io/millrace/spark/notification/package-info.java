/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tells web hooks what happens in updates. Entry type: {@link
 * io.millrace.spark.notification.Webhooks}.
 */
package io.millrace.spark.notification;
