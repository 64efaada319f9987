/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Finds the values of secrets. The first place that has one gives it: the environment, a file, the
 * credential providers of Hadoop. Each value that is found is hidden from then on in all that the
 * process prints.
 */
public final class Secrets {

    /** Names the file of secrets. */
    public static final String FILE = "spark.millrace.secrets.file";

    private static final String FILE_VARIABLE = "MILLRACE_SECRETS_FILE";

    private final Map<String, String> environment;
    private final Optional<Path> file;
    private final Configuration hadoop;

    /**
     * @param file of secrets; it must exist
     * @param hadoop says which credential providers there are
     */
    Secrets(Map<String, String> environment, Optional<Path> file, Configuration hadoop) {
        this.environment = Map.copyOf(environment);
        this.file = requireNonNull(file, "file");
        this.hadoop = requireNonNull(hadoop, "hadoop");
    }

    /** As the settings of a session say. */
    public static Secrets of(SparkSession session) {
        return new Secrets(
                System.getenv(),
                file(session.conf().get(FILE, "")),
                session.sparkContext().hadoopConfiguration());
    }

    /** As settings say of which no session has been made yet. */
    public static Secrets of(Map<String, String> settings) {
        Configuration hadoop = new Configuration();
        settings.forEach(
                (key, value) -> {
                    if (key.startsWith("spark.hadoop.")) {
                        hadoop.set(key.substring("spark.hadoop.".length()), value);
                    }
                });
        return new Secrets(
                System.getenv(),
                file(settings.getOrDefault(FILE, System.getProperty(FILE, ""))),
                hadoop);
    }

    /** The one that is named, or that in the user's folder. */
    private static Optional<Path> file(String setting) {
        String named =
                setting.isEmpty() ? System.getenv().getOrDefault(FILE_VARIABLE, "") : setting;
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named.replaceFirst("^file:(//)?(?=/)", "")));
        }
        Path usual = Path.of(System.getProperty("user.home", ""), ".millrace", "secrets");
        return Files.isRegularFile(usual) ? Optional.of(usual) : Optional.empty();
    }

    /** Whether any of the values names a secret. */
    public static boolean areIn(Map<String, String> settings) {
        return settings.values().stream().anyMatch(SecretReference::isIn);
    }

    /** The same settings with the secrets themselves. */
    public Map<String, String> resolve(Map<String, String> settings) {
        Map<String, String> result = new LinkedHashMap<>();
        settings.forEach((key, value) -> result.put(key, resolve(value)));
        return result;
    }

    /**
     * The text with the values of the secrets that it names.
     *
     * @throws QueryException when a place has none of them
     */
    public String resolve(String text) {
        if (!SecretReference.isIn(text)) {
            return text;
        }
        SecretReference.broken(text)
                .ifPresent(
                        broken -> {
                            throw new QueryException(
                                    RunErrorCode.MILLRACE_SECRET_NOT_FOUND,
                                    "`%s` names no secret".formatted(broken),
                                    "write {{secrets/scope/key}}");
                        });
        StringBuilder result = new StringBuilder();
        Matcher matcher = SecretReference.PATTERN.matcher(text);
        while (matcher.find()) {
            matcher.appendReplacement(
                    result, Matcher.quoteReplacement(value(SecretReference.of(matcher))));
        }
        return matcher.appendTail(result).toString();
    }

    private String value(SecretReference secret) {
        String value =
                inEnvironment(secret)
                        .or(() -> inFile(secret))
                        .or(() -> inProvider(secret))
                        .orElseThrow(() -> notFound(secret));
        if (value.isEmpty()) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_SECRET_NOT_FOUND,
                    "the secret %s is empty".formatted(secret),
                    "give it a value");
        }
        SecretValues.hide(value);
        return value;
    }

    private Optional<String> inEnvironment(SecretReference secret) {
        return Optional.ofNullable(environment.get(secret.variable()));
    }

    private Optional<String> inFile(SecretReference secret) {
        return file.map(path -> SecretFile.read(path).get(secret.path()));
    }

    private Optional<String> inProvider(SecretReference secret) {
        try {
            for (CredentialProvider provider : CredentialProviderFactory.getProviders(hadoop)) {
                CredentialProvider.CredentialEntry entry =
                        provider.getCredentialEntry(secret.alias());
                if (entry != null) {
                    return Optional.of(new String(entry.getCredential()));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the credential providers of Hadoop", e);
        }
    }

    private QueryException notFound(SecretReference secret) {
        return new QueryException(
                RunErrorCode.MILLRACE_SECRET_NOT_FOUND,
                "there is no secret %s".formatted(secret),
                "set the environment variable %s, add the line %s=... to %s, or put `%s` into a credential provider of Hadoop"
                        .formatted(
                                secret.variable(),
                                secret.path(),
                                file.map(Path::toString).orElse("~/.millrace/secrets"),
                                secret.alias()));
    }
}
