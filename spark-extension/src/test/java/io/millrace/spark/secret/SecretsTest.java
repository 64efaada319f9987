/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.QueryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    @TempDir private Path folder;

    private Path file(String permissions, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("secrets"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static Secrets secrets(Map<String, String> environment, Optional<Path> file) {
        return new Secrets(environment, file, new Configuration(false));
    }

    @Test
    void theEnvironmentGoesBeforeTheFileAndTheFileBeforeCredentialProviders() throws Exception {
        Configuration hadoop = new Configuration(false);
        hadoop.set(
                CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH,
                "localjceks://file" + folder.resolve("store.jceks"));
        CredentialProvider provider = CredentialProviderFactory.getProviders(hadoop).get(0);
        for (String key : new String[] {"db.a", "db.b", "db.c"}) {
            provider.createCredentialEntry(key, ("provided-" + key).toCharArray());
        }
        provider.flush();
        Secrets secrets =
                new Secrets(
                        Map.of("MILLRACE_SECRET_DB_A", "of-environment"),
                        Optional.of(
                                file("rw-------", "# ours\n\ndb/a=of-file\ndb/b= with = and # \n")),
                        hadoop);
        assertThat(secrets.resolve("u:{{secrets/db/a}}/{{ secrets/db/b }}/{{secrets/db/c}}"))
                .isEqualTo("u:of-environment/ with = and # /provided-db.c");
        assertThat(secrets.resolve("{{name}} and no secret")).isEqualTo("{{name}} and no secret");
    }

    @Test
    void namesOfVariablesHaveNoOtherCharactersThanLettersAndDigits() {
        assertThat(new SecretReference("my-scope", "key.2").variable())
                .isEqualTo("MILLRACE_SECRET_MY_SCOPE_KEY_2");
    }

    @Test
    void whatIsMissingEmptyOrNoReferenceIsToldWithTheWayOut() throws IOException {
        Secrets none = secrets(Map.of("MILLRACE_SECRET_S_EMPTY", ""), Optional.empty());
        assertThatThrownBy(() -> none.resolve("{{secrets/s/k}}"))
                .isInstanceOf(QueryException.class)
                .hasMessage("there is no secret {{secrets/s/k}}")
                .satisfies(
                        error ->
                                assertThat(((QueryException) error).hint().orElseThrow())
                                        .contains("MILLRACE_SECRET_S_K", "s/k=...", "`s.k`"));
        assertThatThrownBy(() -> none.resolve("{{secrets/s/empty}}"))
                .hasMessage("the secret {{secrets/s/empty}} is empty");
        assertThatThrownBy(() -> none.resolve("x{{secrets/only}}"))
                .hasMessage("`{{secrets/only}}` names no secret");
        assertThatThrownBy(() -> none.resolve("x{{secret/s/k}}"))
                .hasMessage("`{{secret/s/k}}` names no secret");
    }

    @Test
    void aFileThatOthersMayReadOrThatIsNotUnderstoodIsRefused() throws IOException {
        Path open = file("rw-r-----", "s/k=v");
        assertThatThrownBy(() -> secrets(Map.of(), Optional.of(open)).resolve("{{secrets/s/k}}"))
                .hasMessage("others than its owner may use %s, which holds secrets", open);
        Path broken = file("rw-------", "s/k=v\nthe-secret-itself");
        assertThatThrownBy(() -> secrets(Map.of(), Optional.of(broken)).resolve("{{secrets/s/k}}"))
                .hasMessage("line 2 of %s is not understood", broken)
                .satisfies(
                        error ->
                                assertThat(((QueryException) error).hint().orElseThrow())
                                        .doesNotContain("itself"));
    }

    @Test
    void valuesThatWereLookedUpAreHiddenInEveryForm() {
        String value = "hidden \"pass'\\word\" %d".formatted(System.nanoTime());
        assertThat(SecretValues.mask(value)).isEqualTo(value);
        secrets(Map.of("MILLRACE_SECRET_S_FORMS", value), Optional.empty())
                .resolve("{{secrets/s/forms}}");
        String base64 = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        assertThat(
                        SecretValues.mask(
                                "a "
                                        + value
                                        + " b "
                                        + value.replace("\\", "\\\\").replace("\"", "\\\"")
                                        + " c "
                                        + base64
                                        + " d "
                                        + value.replace("'", "''")))
                .isEqualTo("a ******** b ******** c ******** d ********");
        assertThat(new QueryException("X", value, Optional.of(value), Optional.empty(), null))
                .hasMessage("********")
                .satisfies(error -> assertThat(error.hint()).contains("********"));
    }
}
