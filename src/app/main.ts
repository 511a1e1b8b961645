#!/usr/bin/env bun
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { createAdmin, eraseUsers } from './commands/admin.ts'
import { runBackup, runRestore } from './commands/backup.ts'
import { rotateCredentialKey } from './commands/certificates.ts'
import { deployChain } from './commands/chain.ts'
import { exportContent, importContent } from './commands/content.ts'
import { explainError } from './commands/explain-error.ts'
import { createKeys, printWebPushKeys, rotateKeys } from './commands/keys.ts'
import { runLedgerAudit } from './commands/ledger.ts'
import { runMigrate } from './commands/migrate.ts'
import { printOpenApi } from './commands/openapi.ts'
import { reconcilePayments } from './commands/payments.ts'
import { runPlay } from './commands/play.ts'
import { runStart } from './commands/start.ts'
import { runReseal } from './commands/wallet.ts'

const program = new Command('lyceum')
  .description('The backend of a gamified learning platform.')
  .version(packageJson.version)
  .showHelpAfterError()

program
  .command('start')
  .description('Serve the API and run the jobs, or what ROLE says (all, api, worker).')
  .action(() => runStart(process.env))

program
  .command('worker')
  .description('Run the jobs only; the same as ROLE=worker start.')
  .action(() => runStart({ ...process.env, ROLE: 'worker' }))

program
  .command('migrate')
  .description('Bring the database up to date and end.')
  .action(() => runMigrate(process.env))

const admin = program.command('admin').description('People who run the service.')
admin
  .command('create')
  .description('Make an account with the role ADMIN, or give it to an existing one.')
  .requiredOption('--email <address>', 'e-mail address')
  .option('--username <name>', 'username, for a new account')
  .option('--role <role>', 'ADMIN, SUPPORT or CREATOR', 'ADMIN')
  .addHelpText('after', '\nThe password of a new account is read from LYCEUM_ADMIN_PASSWORD, or asked for.')
  .action((options) => createAdmin(process.env, options))

admin
  .command('forget')
  .argument('<ids...>', 'user ids')
  .description(
    'Delete accounts as their owners would: who had left before a backup was restored, or asked by letter.',
  )
  .action((ids) => eraseUsers(process.env, ids))

const content = program
  .command('content')
  .description('The catalogue: courses, lessons, questions, paths, badges.')
content
  .command('import')
  .argument('<folder>', 'a content pack; see docs/content-packs.md')
  .description('Make the catalogue what the pack says; progress is kept.')
  .action((folder) => importContent(process.env, folder))
content
  .command('export')
  .argument('<folder>', 'where to write the pack')
  .description('Write the published catalogue as a pack.')
  .action((folder) => exportContent(process.env, folder))

program
  .command('ledger')
  .description('The books.')
  .command('audit')
  .description('Prove that the books close, or name what is wrong.')
  .action(() => runLedgerAudit(process.env))

program
  .command('backup')
  .description('Copy all that the embedded installation holds, while it runs or not; see docs/operations.md.')
  .option('--to <folder>', 'where to put it, under a name of its own', 'backups')
  .option('--check <backup>', 'make none: read one, and say whether it is whole and can be restored here')
  .addHelpText('after', '\nA backup holds secrets: only you can read it, and it should stay so.')
  .action((options) => runBackup(process.env, options))

program
  .command('restore')
  .argument('<backup>', 'a folder that backup has made')
  .description('Put a backup into a new data folder, and audit the books there.')
  .option('--into <folder>', 'the data folder; without it, DATA_DIR')
  .action((backup, options) => runRestore(process.env, backup, options))

program
  .command('play')
  .description('Play a quiz battle in this terminal against a running service.')
  .option('--url <url>', 'where the service is', 'http://localhost:3000')
  .option('--as <name>', 'which demo user to be: learner or rival', 'learner')
  .option('--email <address>', 'be somebody else, with --password')
  .option('--password <password>', 'of that account')
  .option('--match', 'look for a person: run it twice, the second time with --as rival')
  .option('--difficulty <strength>', 'of the bot: easy, medium or hard', 'medium')
  .option('--stake <gems>', 'gems at stake, with --match', '0')
  .option('--auto', 'answer by itself')
  .addHelpText(
    'after',
    '\nAnswer with the keys 1 to 4, or a to d; Ctrl-C gives up. The service is started with: bun start',
  )
  .action((options) => runPlay(options))

program
  .command('payments')
  .description('Money in and out.')
  .command('reconcile')
  .description('Print every order of which the provider, the books and the chain do not say the same.')
  .action(() => reconcilePayments(process.env))

program
  .command('chain')
  .description('The contracts on a chain of your own.')
  .command('deploy')
  .description('Deploy the contracts and write down where they are; what is there already stays.')
  .option('--admin <address>', 'who may give and take roles and pause; without it, the relayer')
  .option('--test-money', 'deploy a USDT that is worth nothing, for test chains')
  .option('--usdt <address>', 'a USDT that is on the chain already')
  .action((options) => deployChain(process.env, options))

program
  .command('wallet')
  .description('The wallets of users.')
  .command('reseal')
  .description('Seal the keys of all wallets with WALLET_SEAL_KEY; those that are need nothing.')
  .action(() => runReseal(process.env))

program
  .command('certificates')
  .description('Certificates and their credentials.')
  .command('rotate-key')
  .description('Add a key that signs credentials from two minutes on; what the others signed stays good.')
  .action(() => rotateCredentialKey(process.env))

const keys = program.command('keys').description('Keys that sign access tokens, and those of Web Push.')
keys
  .command('create')
  .argument('<file>', 'where TOKEN_KEYS_FILE points')
  .description('Make a key file with one key.')
  .action(createKeys)
keys
  .command('rotate')
  .description('Add a new key, which signs from two minutes on; tokens of the old one stay good.')
  .action(() => rotateKeys(process.env))
keys
  .command('web-push')
  .description('Make the pair of keys by which push services know this installation.')
  .action(printWebPushKeys)

program
  .command('openapi')
  .description('Print the OpenAPI document.')
  .action(() => printOpenApi())

rejectUnknownCommand(program, process.argv.slice(2))
try {
  await program.parseAsync()
} catch (error) {
  const explanation = explainError(error)
  console.error(explanation === undefined ? error : `\n${explanation}\n`)
  process.exit(1)
}

/** Commander answers `nosuch --help` with the help of what stands above it, as if nothing were wrong. */
function rejectUnknownCommand(parent: Command, [word, ...rest]: string[]): void {
  if (!word || word.startsWith('-') || word === 'help' || parent.commands.length === 0) return
  const command = parent.commands.find((one) => one.name() === word)
  if (command) rejectUnknownCommand(command, rest)
  else if (rest.includes('--help') || rest.includes('-h')) parent.error(`error: unknown command '${word}'`)
}
