import { statSync } from 'node:fs'

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses another user. */
export interface DatabaseUser {
  name: string
  /** Absent when PostgreSQL runs as the user that runs Lyceum. */
  identity: { uid: number; gid: number } | undefined
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Without root, PostgreSQL runs as the current user. Root runs an existing cluster as its owner, so both can
 * start it. A new cluster of root belongs to the first of `names` that exists, or else to the id 65534.
 */
export function databaseUserFor(cluster: string, names = ['postgres', '_postgres', 'nobody']): DatabaseUser {
  if (!isRoot()) return { name: `the user with id ${process.getuid?.()}`, identity: undefined }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    return { name: `the user with id ${owner.uid}`, identity: { uid: owner.uid, gid: owner.gid } }
  }
  for (const name of names) {
    const uid = readId('-u', name)
    const gid = readId('-g', name)
    if (uid && gid) return { name, identity: { uid, gid } }
  }
  return { name: 'nobody', identity: { uid: 65_534, gid: 65_534 } }
}

function readId(flag: '-u' | '-g', name: string): number | undefined {
  const { stdout, success } = Bun.spawnSync(['id', flag, name], { stderr: 'ignore' })
  return success ? Number(stdout.toString()) : undefined
}

/** Asks the kernel instead of reading mode bits, because access lists and mounts count too. */
export function canEnter(user: DatabaseUser, folder: string): boolean {
  return Bun.spawnSync(['/bin/sh', '-c', 'test -x "$1"', 'sh', folder], { cwd: '/', ...user.identity })
    .success
}

interface FinishedCommand {
  succeeded: boolean
  output: string
}

/** Runs a PostgreSQL program to completion as the database user. */
export async function runAs(user: DatabaseUser, command: string[], input = ''): Promise<FinishedCommand> {
  const child = Bun.spawn(command, {
    cwd: '/',
    env: databaseEnvironment,
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
    ...user.identity,
  })
  const [output, complaints] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { succeeded: (await child.exited) === 0, output: output + complaints }
}

/** Inherits nothing from this process: a PGDATA or PGPORT variable must not redirect PostgreSQL. */
export const databaseEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
