/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Millrace.class.getPackage().getImplementationVersion();
        return new String[] {"millrace " + (version == null ? "(development build)" : version)};
    }
}
