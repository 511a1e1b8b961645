import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/** Deletes the files of deleted media. */
export const deleteMediaFilesJob = defineJob<{ mediumIds: string[] }>('media.delete_files')

/** Deletes the files of uploads that never ended, and of deleted media whose job was lost. */
export const deleteOrphanedMediaJob = defineCronJob('media.delete_orphans', { timeLimitSeconds: 300 })
