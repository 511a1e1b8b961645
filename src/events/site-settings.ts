import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted when the settings of the site change. Every process then drops its copy. */
export const siteSettingsChanged = defineEvent<{ at: string }>('site_settings.changed')
