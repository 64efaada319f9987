/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.io.IOException;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.junit.jupiter.api.Test;

class LinkageErrorsTest {

    private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";
    private static final Map<String, String> NONE = Map.of();

    /** Fails while it is set up. */
    private static final class Broken {
        static final int VALUE = Integer.parseInt("no number");
    }

    private static QueryException told(Throwable error, Map<String, String> settings) {
        return LinkageErrors.explain(error, settings).orElseThrow();
    }

    private static Throwable thrown(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }

    private static void assertTold(QueryException told, RunErrorCode code, String... parts) {
        assertThat(told.condition()).isEqualTo(code.name());
        assertThat(told.getMessage()).contains(parts);
        assertThat(told.hint()).isPresent();
    }

    @Test
    void aMissingClassIsToldWithWhatNeedsItAndItsLibrary() {
        QueryException told =
                told(
                        new RuntimeException(
                                new ClassNotFoundException("Class " + S3A + " not found")),
                        Map.of("spark.sql.warehouse.dir", "s3a://lake/tables"));
        assertThat(told)
                .hasMessage(
                        "the class `"
                                + S3A
                                + "` is not on the class path; it is needed for paths that begin"
                                + " with s3a://, as in the setting `spark.sql.warehouse.dir`");
        assertThat(told.hint().orElseThrow())
                .contains("--packages org.apache.hadoop:hadoop-aws:3.", "MILLRACE_CLASSPATH");
        assertTold(
                told(new NoClassDefFoundError("software/amazon/awssdk/core/SdkClient"), NONE),
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "`software.amazon.awssdk.core.SdkClient`",
                "s3a://");
    }

    @Test
    void theSettingThatNamesAClassIsTold() {
        assertTold(
                told(
                        new ClassNotFoundException("com.shop.Plugin"),
                        Map.of("spark.plugins", "com.shop.Other,com.shop.Plugin")),
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "the setting `spark.plugins` names it");
    }

    @Test
    void aClassOfNobodyKnownIsToldWithItsUser() {
        assertTold(
                told(new NoClassDefFoundError("com/shop/Prices"), NONE),
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "`com.shop.Prices`",
                "`" + LinkageErrorsTest.class.getName() + "` needs it");
    }

    @Test
    void aSchemeWithoutAFileSystemIsTold() {
        QueryException unknown =
                told(new UnsupportedFileSystemException("No FileSystem for scheme \"ftpx\""), NONE);
        assertTold(unknown, RunErrorCode.MILLRACE_CLASS_MISSING, "ftpx://");
        assertThat(unknown.hint().orElseThrow()).contains("spark.hadoop.fs.ftpx.impl");
        QueryException old =
                told(new UnsupportedFileSystemException("No FileSystem for scheme \"s3\""), NONE);
        assertThat(old.hint()).hasValue("write s3a:// for these paths");
        QueryException google =
                told(
                        new UnsupportedFileSystemException(
                                "fs.AbstractFileSystem.gs.impl=null: No AbstractFileSystem"
                                        + " configured for scheme: gs"),
                        NONE);
        assertThat(google.hint().orElseThrow()).contains("org.apache.hadoop:hadoop-gcp:3.");
    }

    @Test
    void methodsAndFieldsThatAreNotThereAreToldWithTheVersions() {
        QueryException method =
                told(
                        new NoSuchMethodError(
                                "'void org.apache.hadoop.conf.Configuration.gone(int)'"),
                        NONE);
        assertTold(
                method,
                RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                "there is no method `void org.apache.hadoop.conf.Configuration.gone(int)`",
                "the class is from hadoop-client-api-",
                "needs Spark 4.2, Delta 4.4, Scala 2.13 and Java 17 or newer",
                "found Spark 4.2.",
                "Delta 4.4.",
                "Scala 2.13.");
        assertThat(method.hint().orElseThrow()).contains("a second version");
        assertTold(
                told(new NoSuchFieldError("LIMIT"), NONE),
                RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                "there is no field `LIMIT`");
        for (LinkageError error :
                new LinkageError[] {
                    new AbstractMethodError("Receiver class a.B does not define `c`"),
                    new IncompatibleClassChangeError("a.B is an interface"),
                    new IllegalAccessError("a.B tried to access c"),
                    new VerifyError("Bad type on operand stack")
                }) {
            assertTold(
                    told(new RuntimeException(error), NONE),
                    RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                    error.getClass().getSimpleName(),
                    error.getMessage());
        }
    }

    @Test
    void otherVersionsThanNeededAreSaidToBeWrong() {
        assertThat(ClassPathVersions.found().fit()).isTrue();
        assertThat(new ClassPathVersions("4.1.0", "4.4.0", "2.13.18", "17").fit()).isFalse();
        assertThat(new ClassPathVersions("4.2.0", "none", "2.13.18", "17").fit()).isFalse();
    }

    @Test
    void aClassForANewerJavaIsToldWithThatJava() {
        QueryException told =
                told(
                        new UnsupportedClassVersionError(
                                "com/shop/Prices has been compiled by a more recent version of the"
                                        + " Java Runtime (class file version 65.0), this version"
                                        + " of the Java Runtime only recognizes class file"
                                        + " versions up to 61.0"),
                        NONE);
        assertTold(
                told,
                RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                "`com.shop.Prices` is made for Java 21 or newer");
        assertThat(told.hint().orElseThrow()).contains("JAVA_HOME");
    }

    @Test
    void aClassThatCannotBeSetUpIsToldWithTheReason() {
        Throwable first = thrown(() -> System.out.println(Broken.VALUE));
        assertThat(first).isInstanceOf(ExceptionInInitializerError.class);
        assertTold(
                told(first, NONE),
                RunErrorCode.MILLRACE_CLASS_UNUSABLE,
                "the class `" + Broken.class.getName() + "` cannot be set up",
                "no number");
        Throwable second = thrown(() -> System.out.println(Broken.VALUE));
        assertThat(second).isInstanceOf(NoClassDefFoundError.class);
        assertTold(
                told(second, NONE),
                RunErrorCode.MILLRACE_CLASS_UNUSABLE,
                "the class `" + Broken.class.getName() + "` cannot be set up",
                "no number");
        assertTold(
                told(new UnsatisfiedLinkError("no rocksdbjni in java.library.path"), NONE),
                RunErrorCode.MILLRACE_CLASS_UNUSABLE,
                "native library",
                "no rocksdbjni in java.library.path");
    }

    @Test
    void providersOfServicesAreToldWithTheFileThatNamesThem() {
        assertTold(
                told(
                        new ServiceConfigurationError(
                                "org.apache.spark.sql.sources.DataSourceRegister: Provider"
                                        + " com.shop.Source not found"),
                        NONE),
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "`com.shop.Source`",
                "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister");
        ServiceConfigurationError broken =
                new ServiceConfigurationError(
                        "java.sql.Driver: Provider com.shop.Driver could not be instantiated",
                        new NoClassDefFoundError("com/shop/net/Wire"));
        assertTold(
                told(broken, NONE),
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "`com.shop.net.Wire`",
                "`com.shop.Driver` needs it");
        assertTold(
                told(
                        new ServiceConfigurationError(
                                "java.sql.Driver: Provider com.shop.Driver could not be"
                                        + " instantiated",
                                new IllegalStateException("no licence")),
                        NONE),
                RunErrorCode.MILLRACE_CLASS_UNUSABLE,
                "`com.shop.Driver`",
                "no licence");
    }

    @Test
    void otherErrorsAndThoseThatAreToldAlreadyAreLeftAlone() {
        ClassNotFoundException missing = new ClassNotFoundException("a.B");
        assertThat(LinkageErrors.explain(new IOException("no route"), NONE)).isEmpty();
        assertThat(
                        LinkageErrors.explain(
                                new QueryException(
                                        RunErrorCode.MILLRACE_SINK_FORMAT, "said", "do", missing),
                                NONE))
                .isEmpty();
        assertThat(LinkageErrors.hint("DATA_SOURCE_NOT_FOUND")).isPresent();
        assertThat(LinkageErrors.hint("DIVIDE_BY_ZERO")).isEmpty();
    }
}
