import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const TRIAL = 'scripts/install-trial.sh'

/** Pages whose commands must all be known. */
export const PAGES = ['README.md', 'docs/install.md', 'docs/operations.md']

/** The blocks of the pages by their first line, and how they are run: a test, a script, or why they are not run. */
export const BLOCKS: Record<string, Record<string, { runBy: string } | { notRun: string }>> = {
  'README.md': {
    'npx -y bun@1.4.4 start': { runBy: 'test/fresh-clone.pg.test.ts' },
    'BASE=${BASE:-http://localhost:3000}': { runBy: 'test/documentation.pg.test.ts' },
  },
  'docs/install.md': {
    'npx -y bun@1.4.4 install --frozen-lockfile': { runBy: TRIAL },
    'apt-get update': { runBy: TRIAL },
    'install -d -m 755 /etc/lyceum': { runBy: TRIAL },
    'lyceum migrate': { runBy: TRIAL },
    'cp /opt/lyceum/current/deploy/systemd/lyceum.service /etc/systemd/system/': { runBy: TRIAL },
    "cat > /etc/nginx/sites-available/lyceum <<'SITE'": { runBy: TRIAL },
    'systemctl start lyceum-backup.service': { runBy: TRIAL },
    'version=<version>': { runBy: TRIAL },
    'systemctl disable --now lyceum.service lyceum-backup.timer': { runBy: TRIAL },
  },
  'docs/operations.md': {
    'bun lyceum backup --to /mnt/backups': { runBy: 'src/app/commands/beside-running-service.pg.test.ts' },
    'curl -s "$PUBLIC_URL/ipfs/$CID" | ipfs block put --cid-codec=raw --mhtype=sha2-256': {
      runBy: 'scripts/ipfs-trial.sh',
    },
    'docker run --rm --user 0 --volume "$PWD/deploy/secrets:/out" lyceum keys rotate /out/token-keys.json': {
      runBy: 'scripts/image-trial-compose.ts',
    },
  },
}

/** The commands in the text of docs/operations.md, and the tests that run them. */
export const INLINE_COMMANDS: Record<string, string> = {
  'config check': 'src/app/main.test.ts',
  'upgrade-check': 'src/app/commands/upgrade-check.pg.test.ts',
  'keys web-push': 'src/app/commands/keys.pg.test.ts',
  'keys create': 'src/app/main.test.ts',
  'keys rotate': 'src/app/commands/keys.pg.test.ts',
  'chain deploy': 'src/app/chain/connect-chain.pg.test.ts',
  'wallet reseal': 'src/modules/wallet/custody/reseal-wallets.pg.test.ts',
  'admin set-grant-limits': 'src/app/commands/admin.pg.test.ts',
  'admin create': 'src/app/commands/beside-running-service.pg.test.ts',
  'admin reset-2fa': 'src/app/commands/admin.pg.test.ts',
  health: 'src/app/commands/health.test.ts',
  migrate: 'src/app/commands/migrate.pg.test.ts',
  'content import': 'src/app/commands/beside-running-service.pg.test.ts',
  start: 'src/app/commands/start.pg.test.ts',
  'ledger audit': 'src/app/commands/beside-running-service.pg.test.ts',
  'payments reconcile': 'src/app/commands/beside-running-service.pg.test.ts',
  'certificates rotate-key': 'src/app/commands/beside-running-service.pg.test.ts',
  'after-restore': 'src/app/commands/after-restore.pg.test.ts',
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

/** The text of every block of shell commands. */
export function shellBlocksOf(page: string): string[] {
  return [...readPage(page).matchAll(/^```sh\b.*\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
}

/** Without comments, and without the version, which each release changes. */
export function firstLineOf(block: string): string {
  const line = block.split('\n')[0]!.replace(/ +# .*$/, '')
  return line.replace(/^version=\d\S*$/, 'version=<version>').trimEnd()
}

/** `bun lyceum` in the text, by the words of the command. */
export function inlineCommandsOf(page: string): string[] {
  const text = readPage(page).replace(/^```[\s\S]*?^```$/gm, '')
  const found = [...text.matchAll(/bun lyceum ((?:[a-z][a-z0-9-]*)(?: [a-z][a-z0-9-]*)?)/g)]
  return [...new Set(found.map(([, words]) => words!))]
}

export interface ListedCommand {
  words: string[]
  /** An option that the row names. */
  option?: string
}

/** The commands of the table "Commands", each also with the options in its row. */
export function listedCommands(page: string): ListedCommand[] {
  const [, part] = readPage(page).split('## Commands\n')
  const rows = part!
    .split('\n## ')[0]!
    .split('\n| exit code')[0]!
    .matchAll(/^\| (`.*?) +\| (.*) \|$/gm)
  return [...rows].flatMap(([, names, text]) => {
    const commands = [...names!.matchAll(/`([a-z][a-z0-9 -]*[a-z0-9])(?: [<[][^`]*)?`/g)].map(([, name]) =>
      name!.split(' '),
    )
    const options = [...text!.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!)
    // With several commands in a row, the options belong to one of them.
    return commands.flatMap((words) => [
      { words },
      ...(commands.length === 1 ? options.map((option) => ({ words, option })) : []),
    ])
  })
}
