import { type DatabaseUser, databaseEnvironment } from './database-user.ts'

/**
 * Starts the server given as arguments, prints its pid, and ends with its status. A second shell waits for the end of
 * a pipe that only Lyceum keeps open, and then asks the server for an immediate shutdown, again and again because a
 * server that is just starting ignores the request.
 *
 * A fast shutdown would write a checkpoint, which takes seconds on a slow disk, and the server would outlive the
 * service for so long; the next start recovers from the log instead.
 */
const SCRIPT = `
exec 3<&0
"$@" </dev/null >&2 3<&- &
server=$!
echo "$server"
exec >&-
(read -r line; while kill -QUIT "$server"; do sleep 1; done) <&3 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
`

interface WatchedProcess {
  pid: number
  hasEnded(): boolean
  /** Resolves when it has ended. */
  ended: Promise<unknown>
}

/**
 * Spawns a process that ends when this process ends in any way, including SIGKILL. A shell is its parent, so that no
 * zombie stays when we are gone. All three have their own session: a signal to our process group reaches none of them.
 */
export async function spawnWithWatcher(
  command: string[],
  user: DatabaseUser,
  output: number,
): Promise<WatchedProcess> {
  const shell = Bun.spawn(['/bin/sh', '-c', SCRIPT, 'sh', ...command], {
    cwd: '/',
    // PostgreSQL knows by it that the pid in a neutralized pid file is ours.
    env: { ...databaseEnvironment, PG_GRANDPARENT_PID: String(process.pid) },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: output,
    detached: true,
    ...user.identity,
  })
  shell.unref()
  const pid = Number(await new Response(shell.stdout).text())
  const hasEnded = () => shell.exitCode !== null || shell.signalCode !== null
  return { pid, hasEnded, ended: shell.exited }
}
