import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted when the settings of the site change. Every process then drops its copy. */
export const siteSettingsChanged = defineEvent<{ at: string }>('site_settings.changed')

/** Emitted when the settings that apply at run time change. Every process then drops its copy. */
export const runtimeSettingsChanged = defineEvent<{ at: string }>('site_settings.runtime_changed')
