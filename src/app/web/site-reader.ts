import { accentStyle } from '../../modules/site-settings/public/accent.ts'
import { DEFAULT_SETTINGS, type SiteSettings } from '../../modules/site-settings/public/site-settings.ts'
import { getCachedSiteSettings } from '../../modules/site-settings/public/site-settings-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import { logPageFailure } from './log-page-failure.ts'

/** What pages show of the settings of the site. */
export interface ShownSite {
  settings: SiteSettings
  /** Style rules for the accent; empty for the accent of the design tokens. */
  style: string
}

/** Reads the settings of the site for pages. Without a database, pages show the last known settings. */
export class SiteReader {
  #platform: Platform | undefined
  #shown: ShownSite = { settings: DEFAULT_SETTINGS, style: accentStyle(DEFAULT_SETTINGS.accent) }

  /** The applications are built before the database is ready. */
  attach(platform: Platform): void {
    this.#platform = platform
  }

  async current(): Promise<ShownSite> {
    if (!this.#platform) return this.#shown
    try {
      const settings = await getCachedSiteSettings(this.#platform)
      if (!Bun.deepEquals(settings, this.#shown.settings))
        this.#shown = { settings, style: accentStyle(settings.accent) }
    } catch (error) {
      logPageFailure(error, 'reading the settings of the site failed')
    }
    return this.#shown
  }
}
