#!/usr/bin/env bun
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { HOUR_MS } from '../platform/clock.ts'
import { EXIT_CODES } from './commands/exit-codes.ts'

/** Each command loads its own code: all of it takes most of a second. */
const program = new Command('lyceum')
  .description('The backend of a gamified learning platform.')
  .version(packageJson.version)
  .showHelpAfterError()
  // Commands inherit it. The help of a command is not an error.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_CODES.usage))
  .addHelpText(
    'after',
    '\nExit codes: 0 done, 1 unexpected error, 2 wrong words or options, 3 wrong settings, 4 something cannot be reached, 5 faults were found, 6 refused.',
  )

program
  .command('start')
  .description('Serve the API and run the jobs. ROLE selects one of them: all, api or worker.')
  .action(async () => (await import('./commands/start.ts')).runStart(process.env))

program
  .command('worker')
  .description('Run only the jobs; the same as ROLE=worker start.')
  .action(async () => (await import('./commands/start.ts')).runStart({ ...process.env, ROLE: 'worker' }))

program
  .command('health')
  .description(
    'Ask the service of this machine whether it is ready, for health checks. Exits with 5 if it is not, and with 4 if it does not answer.',
  )
  .option('--url <url>', 'its address; default: that of HOST, PORT and ROLE')
  .action(async (options) => (await import('./commands/health.ts')).checkHealth(process.env, options))

program
  .command('config')
  .description('The settings.')
  .command('check')
  .description('Print the settings that are in force, without secrets, and what looks misspelled.')
  .option('--changed', 'only those that are set')
  .option('--json', 'print them as JSON')
  .action(async (options) => (await import('./commands/config.ts')).checkConfig(process.env, options))

program
  .command('migrate')
  .description('Run the database migrations and exit.')
  .option('--status', 'only show which migrations have run and which are missing; changes nothing')
  .option('--json', 'with --status: print it as JSON')
  .action(async (options) => (await import('./commands/migrate.ts')).runMigrate(process.env, options))

program
  .command('doctor')
  .description(
    'Check the settings and everything that they name, and say what to do. Changes nothing: to check a storage on disk, it writes a small file there and removes it.',
  )
  .option('--json', 'print the checks as JSON')
  .action(async (options) => (await import('./commands/doctor.ts')).runDoctor(process.env, options))

program
  .command('status')
  .description('Ask the running service whether it is ready.')
  .option('--url <url>', 'the address of the service; default: this machine, at PORT')
  .option('--json', 'print the answer as JSON')
  .action(async (options) => (await import('./commands/status.ts')).printStatus(process.env, options))

const users = program.command('users').description('Find accounts.')
users
  .command('find')
  .argument('<text>', 'a part of the username or the e-mail address')
  .description('List accounts, newest first.')
  .option('--json', 'print them as JSON')
  .action(async (text, options) =>
    (await import('./commands/users.ts')).findUsers(process.env, text, options),
  )
users
  .command('show')
  .argument('<user>', 'the id or the e-mail address')
  .description('Show an account with its balances.')
  .option('--json', 'print it as JSON')
  .action(async (user, options) => (await import('./commands/users.ts')).showUser(process.env, user, options))

const jobs = program.command('jobs').description('The queues of jobs, and jobs that failed.')
jobs
  .command('list')
  .description('List the queues with the numbers of their jobs.')
  .option('--json', 'print them as JSON')
  .action(async (options) => (await import('./commands/jobs.ts')).listJobQueues(process.env, options))
jobs
  .command('failed')
  .description('List jobs that failed for good, newest first.')
  .option('--queue <name>', 'only those of a queue')
  .option('--limit <count>', 'at most so many', '50')
  .option('--json', 'print them as JSON')
  .action(async (options) => (await import('./commands/jobs.ts')).listFailed(process.env, options))
jobs
  .command('retry')
  .argument('[ids...]', 'the ids of failed jobs')
  .description('Let failed jobs run again. It is in the audit log.')
  .option('--all', 'all failed jobs')
  .option('--queue <name>', 'with --all: only those of a queue')
  .option('--dry-run', 'only show how many jobs would run again')
  .action(async (ids, options) => (await import('./commands/jobs.ts')).retryJobs(process.env, ids, options))

program
  .command('upgrade-check')
  .description(
    'Say whether this version can take over the database, and what it would change. Changes nothing; the service may run.',
  )
  .option('--backups <folder>', 'the folder of the backups', 'backups')
  .option('--json', 'print the result as JSON')
  .addHelpText('after', '\nThe exit code is 5 if something must be done first.')
  .action(async (options) =>
    (await import('./commands/upgrade-check.ts')).runUpgradeCheck(process.env, options),
  )

const admin = program.command('admin').description('Staff accounts, and deletion of accounts.')
admin
  .command('create')
  .description('Create an account with the role ADMIN, or change the role of an existing account.')
  .requiredOption('--email <address>', 'e-mail address')
  .option('--username <name>', 'username, for a new account')
  .option('--role <role>', 'ADMIN, MODERATOR, SUPPORT or CREATOR', 'ADMIN')
  .addHelpText('after', '\nThe password of a new account is read from LYCEUM_ADMIN_PASSWORD, or asked for.')
  .action(async (options) => (await import('./commands/admin.ts')).createAdmin(process.env, options))

admin
  .command('set-grant-limits')
  .description('Set what one administrator may grant within a day without approval. 0 is no limit.')
  .argument('<gems>', 'gems')
  .argument('<xp>', 'XP')
  .action(async (gems: string, xp: string) =>
    (await import('./commands/admin.ts')).setGrantLimits(process.env, gems, xp),
  )

admin
  .command('erase')
  .alias('forget')
  .argument('<ids...>', 'user ids')
  .description(
    'Delete accounts with all personal data: for requests by mail, and to repeat deletions after a backup was restored.',
  )
  .option('--dry-run', 'only show which accounts would be deleted')
  .action(async (ids, options) => (await import('./commands/admin.ts')).eraseUsers(process.env, ids, options))

admin
  .command('reset-2fa')
  .argument('<email>', 'e-mail address of the account')
  .description(
    'Turn two-factor sign-in of an account off and sign out every device. It is in the audit log; the user gets a mail.',
  )
  .action(async (email) => (await import('./commands/admin.ts')).resetTwoFactorOf(process.env, email))

const content = program
  .command('content')
  .description('The content: courses, lessons, questions, paths, badges.')
content
  .command('import')
  .argument('<folder>', 'a content pack, or a folder of packs; see docs/content-packs.md')
  .description(
    'Add the content of a pack and change what it had before; other content and the progress of users stay as they are.',
  )
  .option('--archive-missing', 'archive what the same pack had before and no longer has')
  .option('--dry-run', 'only show what would be added, changed, archived and left')
  .option(
    '--owner <address>',
    'the e-mail address of the owner of authored content; default: the first administrator',
  )
  .option('--json', 'print the result as JSON')
  .action(async (folder, options) =>
    (await import('./commands/content.ts')).importContent(process.env, folder, options),
  )
content
  .command('export')
  .argument('<folder>', 'where to write the pack')
  .description('Export the published content of a content pack, or what authors made.')
  .option(
    '--pack <id>',
    'the id of the pack, or authored for what authors made; not needed if there is only one',
  )
  .option('--all', 'export every pack and what authors made, each into a folder of its own')
  .option('--drafts', 'also export drafts of authors')
  .action(async (folder, options) =>
    (await import('./commands/content.ts')).exportContent(process.env, folder, options),
  )
content
  .command('lint')
  .argument('[folder]', 'a content pack', 'content')
  .description('Find give-aways, duplicates, missing texts and long texts in a content pack.')
  .option('--json', 'print the findings as JSON')
  .action(async (folder, options) => (await import('./commands/content.ts')).lintContentPack(folder, options))

program
  .command('ledger')
  .description('The ledger.')
  .command('audit')
  .description('Audit the ledger and print every discrepancy.')
  .option('--json', 'print the result as JSON')
  .action(async (options) => (await import('./commands/ledger.ts')).runLedgerAudit(process.env, options))

program
  .command('backup')
  .description('Back up the embedded installation; the service may run. See docs/operations.md.')
  .option('--to <folder>', 'the folder in which the backup is created', 'backups')
  .option('--check <backup>', 'check an existing backup instead of creating one')
  .option('--list', 'list the backups in the folder instead of creating one')
  .option(
    '--keep <count>',
    'delete older backups of this installation in the folder; so many stay, with the new one',
  )
  .option('--every <hours>', 'create a backup now and then every so many hours, until a signal arrives')
  .option('--dry-run', 'with --keep: only show which backups would be deleted')
  .option('--json', 'with --list: print them as JSON')
  .addHelpText(
    'after',
    '\nA backup contains secrets. Only your user can read it; do not make it readable for others.',
  )
  .action(async (options) => (await import('./commands/backup.ts')).runBackup(process.env, options))

program
  .command('restore')
  .argument('<backup>', 'a folder that was created by backup')
  .description(
    'Restore a backup into a new data folder, end all sessions, repeat later deletions of accounts, and audit the ledger there.',
  )
  .option('--into <folder>', 'the data folder; default: DATA_DIR')
  .option('--erasures <file>', 'a further file of deletions; the one beside the backup is always read')
  .action(async (backup, options) =>
    (await import('./commands/backup.ts')).runRestore(process.env, backup, options),
  )

program
  .command('after-restore')
  .description(
    'After PostgreSQL was restored with its own tools: end all sessions and repeat deletions of accounts.',
  )
  .option('--erasures <file>', 'the file of deletions; default: ERASURES_FILE')
  .option('--dry-run', 'only show how many sessions would end and which accounts would be deleted')
  .action(async (options) => (await import('./commands/backup.ts')).runAfterRestore(process.env, options))

program
  .command('play')
  .description('Play a quiz battle in this terminal against a running service.')
  .option('--url <url>', 'the address of the service', 'http://localhost:3000')
  .option('--as <name>', 'the demo user: learner or rival', 'learner')
  .option('--email <address>', 'use another account, with --password')
  .option('--password <password>', 'the password of that account')
  .option('--match', 'play against a person: run the command twice, the second time with --as rival')
  .option('--difficulty <strength>', 'the bot: easy, medium or hard', 'medium')
  .option('--stake <gems>', 'gems at stake, with --match', '0')
  .option('--auto', 'answer automatically')
  .addHelpText(
    'after',
    '\nAnswer with the keys 1 to 4, or a to d; Ctrl-C gives up. Start the service with: bun start',
  )
  .action(async (options) => (await import('./commands/play.ts')).runPlay(options))

program
  .command('payments')
  .description('Payment orders.')
  .command('reconcile')
  .description('Print every order on which the provider, the ledger and the chain disagree.')
  .option('--json', 'print the result as JSON')
  .action(async (options) => (await import('./commands/payments.ts')).reconcilePayments(process.env, options))

program
  .command('chain')
  .description('The contracts on an external chain.')
  .command('deploy')
  .description('Deploy the missing contracts and store their addresses.')
  .option('--admin <address>', 'the address that grants roles and pauses contracts; default: the relayer')
  .option('--test-money', 'deploy a worthless USDT for test chains')
  .option('--usdt <address>', 'the address of an existing USDT')
  .action(async (options) => (await import('./commands/chain.ts')).deployChain(process.env, options))

program
  .command('relayer')
  .description('The account that pays for transactions on the chain.')
  .command('address')
  .description('Print its address, to send coins to it.')
  .option('--balance', 'also ask the chain for its balance')
  .option('--json', 'print it as JSON')
  .action(async (options) =>
    (await import('./commands/relayer.ts')).printRelayerAddress(process.env, options),
  )

program
  .command('wallet')
  .description('The wallets of the users.')
  .command('reseal')
  .description('Reseal the keys of all wallets with WALLET_SEAL_KEY.')
  .action(async () => (await import('./commands/wallet.ts')).runReseal(process.env))

program
  .command('certificates')
  .description('Certificates and their credentials.')
  .command('rotate-key')
  .description('Add a key that signs credentials after two minutes; earlier signatures stay valid.')
  .action(async () => (await import('./commands/certificates.ts')).rotateCredentialKey(process.env))

const keys = program.command('keys').description('Keys of access tokens and of Web Push.')
keys
  .command('create')
  .argument('<file>', 'the file of TOKEN_KEYS_FILE')
  .description('Create a key file with one key.')
  .action(async (file) => (await import('./commands/keys.ts')).createKeys(file))
keys
  .command('rotate')
  .argument('[file]', 'the key file; default: that of TOKEN_KEYS_FILE, or the keys in the database')
  .description('Add a new key that signs after two minutes; tokens of the old key stay valid.')
  .action(async (file) => (await import('./commands/keys.ts')).rotateKeys(process.env, file))
keys
  .command('web-push')
  .description('Create the key pair that identifies this installation to push services.')
  .action(async () => (await import('./commands/keys.ts')).printWebPushKeys())

program
  .command('openapi')
  .description('Print the OpenAPI document.')
  .action(async () => (await import('./commands/openapi.ts')).printOpenApi())

rejectUnknownCommand(program, process.argv.slice(2))
// What a command waits for does not always keep the process alive. A bundle cannot wait here by `await`.
const keepAlive = setInterval(() => {}, HOUR_MS)
program
  .parseAsync()
  .catch(exitWithError)
  .finally(() => clearInterval(keepAlive))

async function exitWithError(error: unknown): Promise<never> {
  const { explainError } = await import('./commands/explain-error.ts')
  const explanation = explainError(error)
  console.error(explanation === undefined ? error : `\n${explanation.message}\n`)
  process.exit(explanation?.exitCode ?? 1)
}

/** Commander prints the help of the parent for `unknown --help`; this reports the unknown command instead. */
function rejectUnknownCommand(parent: Command, [word, ...rest]: string[]): void {
  if (!word || word.startsWith('-') || word === 'help' || parent.commands.length === 0) return
  const command = parent.commands.find((one) => one.name() === word)
  if (command) rejectUnknownCommand(command, rest)
  else if (rest.includes('--help') || rest.includes('-h')) parent.error(`error: unknown command '${word}'`)
}
