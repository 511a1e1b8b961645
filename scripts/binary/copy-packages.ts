import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isShipped, SHIPPED_PACKAGES } from './shipped-files.ts'

/** Copies the packages that lie beside the program, with those that they depend on. */
export function copyPackages(from: string, to: string): void {
  const copied = new Set<string>()
  const copy = (name: string): void => {
    if (copied.has(name)) return
    copied.add(name)
    const folder = join(from, name)
    for (const path of filesBelow(folder))
      if (isShipped(name, withoutParents(path))) copyFile(join(folder, path), join(to, name, path))
    // A nested one was copied with the folder, and optional ones of other machines are not installed.
    for (const dependency of listDependencies(folder))
      if (!existsSync(join(folder, 'node_modules', dependency)) && existsSync(join(from, dependency)))
        copy(dependency)
  }
  for (const name of listPackages(from))
    if (SHIPPED_PACKAGES.some((shipped) => shipped.name.test(name))) copy(name)
}

/** The path in a nested package is that in the package itself. */
function withoutParents(path: string): string {
  return path.replace(/^.*node_modules\/(?:@[^/]+\/)?[^/]+\//, '')
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

function listPackages(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
    )
}

/** Only of packages with code: pages and fonts depend on nothing that runs here. */
function listDependencies(folder: string): string[] {
  const name = folder.split('node_modules/').at(-1)!
  if (SHIPPED_PACKAGES.some((shipped) => shipped.files && shipped.name.test(name))) return []
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Without links: those of a database package are created again. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    lstatSync(join(folder, path)).isFile(),
  )
}
