import { createHmac } from 'node:crypto'
import { lyceumRole } from './cluster.ts'

/** The role of the service. It owns the database and everything in it, and has no rights beyond. */
export const serviceRole = 'lyceum_service'

/** Derived, so that the service needs no second password file, and a restored backup has the right one. */
export function servicePassword(password: string): string {
  return createHmac('sha256', password).update('lyceum service role').digest('hex')
}

/**
 * Creates the role of the service and makes it the owner of the database and its objects, which the superuser owned
 * before there was this role. Runs as the superuser at every start; repeating it changes nothing but the password.
 * Sequences of columns follow their tables, and members of extensions stay with the extension.
 */
export function serviceRoleStatement(password: string): string {
  return `DO $$
DECLARE
  statement text;
BEGIN
  -- A standby has the roles and owners of its primary.
  IF pg_is_in_recovery() THEN
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${serviceRole}') THEN
    CREATE ROLE ${serviceRole};
  END IF;
  ALTER ROLE ${serviceRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
    PASSWORD '${servicePassword(password)}';
  ALTER ROLE ${serviceRole} SET log_error_verbosity = 'terse';
  ALTER ROLE ${serviceRole} SET log_min_error_statement = 'panic';
  IF (SELECT datdba FROM pg_database WHERE datname = '${lyceumRole}') <> '${serviceRole}'::regrole THEN
    ALTER DATABASE ${lyceumRole} OWNER TO ${serviceRole};
  END IF;
  FOR statement IN
    WITH own_schema AS (
      SELECT oid, nspname, nspowner FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), member AS (
      SELECT classid, objid FROM pg_depend WHERE deptype IN ('e', 'a', 'i')
    )
    SELECT format('ALTER SCHEMA %I OWNER TO ${serviceRole}', nspname) FROM own_schema
    WHERE nspname <> 'public' AND nspowner <> '${serviceRole}'::regrole
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO ${serviceRole}', pg_class.oid::regclass)
    FROM pg_class JOIN own_schema ON own_schema.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND relowner <> '${serviceRole}'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend AS link WHERE link.classid = 'pg_class'::regclass
        AND link.objid = pg_class.oid AND (link.deptype = 'e' OR (relkind = 'S' AND link.deptype IN ('a', 'i'))))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${serviceRole}', pg_proc.oid::regprocedure)
    FROM pg_proc JOIN own_schema ON own_schema.oid = pronamespace
    WHERE proowner <> '${serviceRole}'::regrole
      AND NOT EXISTS (SELECT FROM member WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${serviceRole}', pg_type.oid::regtype)
    FROM pg_type JOIN own_schema ON own_schema.oid = typnamespace
    WHERE typtype IN ('e', 'd') AND typowner <> '${serviceRole}'::regrole
      AND NOT EXISTS (SELECT FROM member WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid)
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`
}
