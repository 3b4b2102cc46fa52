/** Version of the table and the functions below. */
export const LAYOUT = 1
/** Keys of a group of writes that are locked one by one; more would fill the table of locks. */
export const MAX_KEYS = 64

/** The first number of the advisory locks of this store, so that those of other users of a database are others. */
const OWN = 0x706c_746e
/** `layout`: who makes or changes the tables. `writes`: shared by all writes; who takes it alone holds them back. */
const LOCKS = { layout: 0, writes: 1 } as const

/** Takes a lock until the transaction ends. */
export function locked(which: keyof typeof LOCKS, how: "alone" | "shared" = "alone"): string {
  return `pg_advisory_xact_lock${how === "shared" ? "_shared" : ""}(${OWN}, ${LOCKS[which]})`
}

/** The time in milliseconds since 1970 in UTC: a parameter, or where that is null the database's. */
export const nowOr = (parameter: string): string =>
  `coalesce(${parameter}::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`

/**
 * The table, its revisions, and the function of all writes. A write is not one statement: that would compare what it saw
 * before it waited for its locks. The function takes the locks of all keys first, in the order of their numbers, also of
 * keys that have no row; each statement behind them sees what was committed until then. Batches share no key.
 */
export const STATEMENTS: readonly string[] = [
  `CREATE TABLE platen (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL,
    expires bigint NOT NULL,
    revision bigint NOT NULL
  )`,
  "CREATE INDEX platen_expiry ON platen (expires) WHERE expires > 0",
  "CREATE SEQUENCE platen_revision START 2 CACHE 100",
  `CREATE FUNCTION platen_write(
    batches int[], keys text[], texts text[], expiries bigint[],
    expecting int[], expected text[], revisions bigint[], moment bigint,
    OUT own bigint, OUT broken int[]
  ) LANGUAGE plpgsql VOLATILE AS $$
  DECLARE
    lock_id bigint;
    lock_ids bigint[];
  BEGIN
    SELECT array_agg(DISTINCT hashtextextended(each, 0) ORDER BY hashtextextended(each, 0))
      INTO lock_ids FROM unnest(keys || expected) AS each;
    IF cardinality(lock_ids) > ${MAX_KEYS} THEN
      PERFORM ${locked("writes")};
    ELSE
      PERFORM ${locked("writes", "shared")};
      FOREACH lock_id IN ARRAY lock_ids LOOP
        PERFORM pg_advisory_xact_lock(lock_id);
      END LOOP;
    END IF;
    moment := ${nowOr("moment")};
    own := nextval('platen_revision');
    SELECT coalesce(array_agg(DISTINCT e.batch), '{}') INTO broken
      FROM unnest(expecting, expected, revisions) AS e(batch, key, revision)
      LEFT JOIN platen p ON p.key = e.key AND (p.expires = 0 OR p.expires > moment)
      WHERE coalesce(p.revision, 0) <> e.revision;
    WITH last AS (
      SELECT DISTINCT ON (w.key) w.key, w.text, w.expires
      FROM unnest(batches, keys, texts, expiries) WITH ORDINALITY AS w(batch, key, text, expires, place)
      WHERE w.batch <> ALL (broken)
      ORDER BY w.key, w.place DESC
    ), gone AS (
      DELETE FROM platen p USING last WHERE p.key = last.key AND last.text IS NULL
    )
    INSERT INTO platen AS p (key, value, expires, revision)
      SELECT last.key, last.text, last.expires, own FROM last WHERE last.text IS NOT NULL
      ON CONFLICT (key) DO UPDATE
        SET value = excluded.value, expires = excluded.expires, revision = excluded.revision;
  END $$`,
]
