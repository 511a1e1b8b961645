import { expect, test } from 'bun:test'
import { join } from 'node:path'

const LAUNCHER = join(import.meta.dir, 'stop-with-launcher.ts')

/** Prints a line when its launcher exits; ends after a timeout. */
const waiter = (timeoutMs: number) => `
  const { onLauncherExit } = await import(${JSON.stringify(LAUNCHER)})
  onLauncherExit(() => { console.log('the launcher is gone'); process.exit(0) })
  console.log('waiting ' + process.pid)
  setTimeout(() => { console.log('no exit'); process.exit(0) }, ${timeoutMs})
`

/** Starts the waiter as a child of a shell with the process name of the npm launcher, or another name. */
function launch(name: string, timeoutMs = 4_000) {
  const shell = Bun.spawn({
    cmd: [
      'bash',
      '-c',
      `exec -a "$0" bash -c '"$0" -e "$1" & wait' "$1" "$2"`,
      name,
      process.execPath,
      waiter(timeoutMs),
    ],
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reader = shell.stdout.getReader()
  let text = ''
  const readUntil = async (part: string) => {
    while (!text.includes(part)) {
      const { value, done } = await reader.read()
      if (done) break
      text += Buffer.from(value).toString()
    }
    return text
  }
  return { shell, readUntil }
}

test('the service stops when the npx launcher is killed', async () => {
  const { shell, readUntil } = launch('npm exec bun@1.4.4 start', 30_000)
  await readUntil('waiting')
  const started = performance.now()
  shell.kill('SIGKILL')
  expect(await readUntil('gone')).toContain('the launcher is gone')
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('the service runs while the npx launcher runs', async () => {
  const { shell, readUntil } = launch('npm exec bun@1.4.4 start')
  expect(await readUntil('no exit')).toContain('no exit')
  await shell.exited
})

test('the service keeps running when another parent process exits', async () => {
  const { shell, readUntil } = launch('some-shell')
  await readUntil('waiting')
  shell.kill('SIGKILL')
  const output = await readUntil('no exit')
  expect(output).toContain('no exit')
  expect(output).not.toContain('gone')
})
