import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/** Sends a broadcast when its time has come. What is left after a run is sent by the scheduled job. */
export const sendBroadcastJob = defineJob<{ broadcastId: string }>('broadcasts.send', {
  timeLimitSeconds: 120,
})

export const sendRunningBroadcastsJob = defineCronJob('broadcasts.send_running', { timeLimitSeconds: 120 })
