/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.io.Serializable;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.execution.datasources.jdbc.JdbcOptionsInWrite;
import org.apache.spark.sql.execution.datasources.jdbc.JdbcUtils;
import org.apache.spark.sql.jdbc.JdbcDialect;
import org.apache.spark.sql.jdbc.JdbcDialects;
import org.apache.spark.sql.jdbc.JdbcType;
import org.apache.spark.sql.types.DataType;
import scala.Function1;
import scala.Option;

/** Opens connections to a database as Spark does, on the driver and in tasks. */
public final class JdbcConnections implements Serializable {

    private static final long serialVersionUID = 1L;

    private final JdbcDialect dialect;
    private final Function1<Object, Connection> factory;

    private JdbcConnections(JdbcDialect dialect, Function1<Object, Connection> factory) {
        this.dialect = dialect;
        this.factory = factory;
    }

    /**
     * Connections to the database of a URL.
     *
     * @param options those of Spark's data source {@code jdbc}
     */
    public static JdbcConnections of(Map<String, String> options) {
        JdbcOptionsInWrite settings = new JdbcOptionsInWrite(ScalaInterop.map(options));
        JdbcDialect dialect = JdbcDialects.get(settings.url());
        return new JdbcConnections(dialect, dialect.createConnectionFactory(settings));
    }

    /** Whether there is a driver for the database; connects to nothing. */
    public static boolean isPossible(Map<String, String> options) {
        try {
            var unused = of(options);
            return true;
        } catch (Exception e) {
            // Scala does not declare what drivers throw, nor that their class may be missing.
            return false;
        }
    }

    public Connection open() {
        return factory.apply(-1);
    }

    public String quote(String column) {
        return dialect.quoteIdentifier(column);
    }

    /** The database's name of a type; empty when it has none. */
    public Optional<String> typeName(DataType type) {
        Option<JdbcType> own = dialect.getJDBCType(type);
        Option<JdbcType> known = own.isDefined() ? own : JdbcUtils.getCommonJDBCType(type);
        return ScalaInterop.optional(known).map(JdbcType::databaseTypeDefinition);
    }
}
