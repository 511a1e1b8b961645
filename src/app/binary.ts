import { CHILD_COMMAND } from '../platform/child-process/child-task.ts'

/** The main file of the compiled program: the command line, or the child process that the service starts. */
if (process.argv[2] === CHILD_COMMAND) await import('../platform/child-process/child.ts')
else await import('./main.ts')
