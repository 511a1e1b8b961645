import { defineJob } from '../../platform/transaction/define-job.ts'

/** Deletes the files of a logo unless the site shows it. */
export const deleteUnusedLogoJob = defineJob<{ logoId: string }>('site_settings.delete_unused_logo')
