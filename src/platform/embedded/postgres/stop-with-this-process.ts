/**
 * Stops a PostgreSQL server when this process ends in any way, including SIGKILL: a shell waits for the end of
 * a pipe that only this process keeps open, and then asks the server for an immediate shutdown. A fast one
 * writes a checkpoint, which takes seconds on a slow disk, and the server would outlive the service for so long;
 * the next start recovers from the log instead. The shell has its own session, so that a signal to our process
 * group does not end it first.
 */
export function stopWithThisProcess(serverPid: number): { cancel(): void } {
  const shell = Bun.spawn(['/bin/sh', '-c', 'read -r line; kill -QUIT "$0"', String(serverPid)], {
    cwd: '/',
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  shell.unref()
  return { cancel: () => shell.kill('SIGKILL') }
}
