import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The paths, relative to the project root, that the built files depend on. */
const FOLDERS = ['web', 'packages/client/src', 'scripts/web']
const FILES = ['bun.lock', 'scripts/build-web.ts']

/** Returns the name of the build of these sources: equal sources have equal names. */
export function webDigest(root: string): string {
  const paths = [
    ...FILES.map((name) => join(root, name)),
    ...FOLDERS.flatMap((name) => filesBelow(join(root, name))),
  ].sort()
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
