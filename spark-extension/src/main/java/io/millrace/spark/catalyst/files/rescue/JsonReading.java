/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.core.JsonFactory;
import io.millrace.spark.catalyst.ScalaInterop;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.internal.SQLConf;

/** What the options of a reader make of JSON; to be sent to the executors. */
public final class JsonReading implements Serializable {

    private static final long serialVersionUID = 1L;

    private final JSONOptionsInRead options;
    private transient JsonFactory factory;

    private JsonReading(JSONOptionsInRead options) {
        this.options = options;
    }

    public static JsonReading of(SparkSession session, Map<String, String> options) {
        SQLConf conf = session.sessionState().conf();
        return new JsonReading(
                new JSONOptionsInRead(
                        ScalaInterop.map(options),
                        conf.sessionLocalTimeZone(),
                        conf.columnNameOfCorruptRecord()));
    }

    /** The records of a text: those of an array that are objects, else the text itself. */
    public List<String> records(String text) {
        if (factory == null) {
            factory = options.buildJsonFactory();
        }
        return JsonElements.records(factory, text);
    }
}
