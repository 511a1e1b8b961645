import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { findFreePort, type RunningProcess, startProcess } from '../runner/start-process.ts'
import type { MoodleDay } from './day.ts'

const FILL = join(import.meta.dir, '../peers/moodle/fill.php')
const FPM = 'php-fpm8.2'
/** The user `www-data` of Debian. */
const WEB_USER = 33
const WORKERS = 8
const PASSWORD = 'Quiet-Lantern-Harbour-7'

/** The source of Moodle 5.0: `MOODLE_FOLDER`. */
export function moodleFolder(): string | undefined {
  return process.env.MOODLE_FOLDER
}

export function missingForMoodle(): string | undefined {
  const missing = ['php', FPM, 'nginx'].find((program) => !Bun.which(program))
  if (missing) return `there is no ${missing} here; bench/peers/moodle/README.md has the packages`
  return moodleFolder() ? undefined : 'MOODLE_FOLDER is not set; see bench/peers/moodle/README.md'
}

export async function moodleVersion(): Promise<string> {
  const text = await Bun.file(join(moodleFolder()!, 'version.php')).text()
  return /\$release\s*=\s*'([^']+)'/.exec(text)?.[1] ?? ''
}

type Size = { courses: number; lessons: number; learners: number }

/** Installs Moodle into a database of its own, fills it, and starts it with php-fpm behind nginx. */
export async function startMoodle(
  { database, scratchFolder }: BenchEnvironment,
  { courses, lessons, learners }: Size,
): Promise<{ process: RunningProcess; days: MoodleDay[] }> {
  const source = moodleFolder()!
  const folder = join(scratchFolder, 'moodle')
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  await chown(data, WEB_USER, WEB_USER)
  await database.sql.unsafe('create database moodle')
  const port = await findFreePort()
  await writeFile(join(source, 'config.php'), configFile(new URL(database.url), port, data))
  const user = ['setpriv', `--reuid=${WEB_USER}`, `--regid=${WEB_USER}`, '--clear-groups']
  const php = [...user, 'php', '-d', 'max_input_vars=5000']
  await run(source, [
    ...php,
    'admin/cli/install_database.php',
    ...['--agree-license', '--adminpass=Administrator-1', '--adminemail=admin@example.com'],
    ...['--fullname=Bench', '--shortname=bench'],
  ])
  const words = [courses, lessons, learners].map(String)
  const output = await run(source, [...php, FILL, ...words, PASSWORD])
  const made: Omit<MoodleDay, 'server' | 'username' | 'password'>[] = JSON.parse(
    output.trim().split('\n').at(-1)!,
  )

  await writeFile(join(folder, 'fpm.conf'), fpmFile(folder))
  await writeFile(join(folder, 'nginx.conf'), nginxFile(folder, source, port))
  const server = await startProcess({
    // One tree of processes, so that both count.
    command: ['sh', '-c', `${FPM} -F -y "$0/fpm.conf" & exec nginx -c "$0/nginx.conf" -e stderr`, folder],
    folder,
    environment: {},
    port,
    readyPath: '/login/token.php',
  })
  const days = made.flatMap((lesson) =>
    Array.from({ length: learners }, (_, index) => ({
      server: 'moodle' as const,
      username: `learner${index + 1}`,
      password: PASSWORD,
      ...lesson,
    })),
  )
  return { process: server, days }
}

function configFile(url: URL, port: number, data: string): string {
  return `<?php
unset($CFG);
global $CFG;
$CFG = new stdClass();
$CFG->dbtype = 'pgsql';
$CFG->dblibrary = 'native';
$CFG->dbhost = '${url.hostname}';
$CFG->dbname = 'moodle';
$CFG->dbuser = '${decodeURIComponent(url.username)}';
$CFG->dbpass = '${decodeURIComponent(url.password)}';
$CFG->prefix = 'mdl_';
$CFG->dboptions = ['dbport' => ${url.port}, 'dbpersist' => true];
$CFG->wwwroot = 'http://127.0.0.1:${port}';
$CFG->dataroot = '${data}';
$CFG->admin = 'admin';
$CFG->directorypermissions = 0770;
require_once(__DIR__ . '/lib/setup.php');
`
}

function fpmFile(folder: string): string {
  return `[global]
error_log = ${folder}/fpm.log
[www]
user = www-data
group = www-data
listen = ${folder}/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = ${WORKERS}
php_admin_value[memory_limit] = 256M
php_admin_value[max_input_vars] = 5000
php_admin_value[opcache.enable] = 1
php_admin_value[opcache.memory_consumption] = 256
php_admin_value[opcache.max_accelerated_files] = 20000
php_admin_value[opcache.validate_timestamps] = 0
`
}

function nginxFile(folder: string, source: string, port: number): string {
  return `daemon off;
worker_processes 1;
user www-data;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${source};
    location ~ \\.php {
      fastcgi_pass unix:${folder}/fpm.sock;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
    }
  }
}
`
}

async function run(folder: string, command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${output.slice(-2000)}`)
  return output
}
