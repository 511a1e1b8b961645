import { settings } from '../../ui/api/settings.ts'
import type { Translator } from '../../ui/i18n/translator.ts'
import type messages from '../messages/en.ts'
import type { PageHead } from '../public/page-head.ts'

type Texts = Pick<Translator<keyof typeof messages>, 't'>

export function landingHead({ t }: Texts, publicUrl = ''): PageHead {
  const slogan = `${t('landing.title1')} ${t('landing.title2')} ${t('landing.title3')}`
  const description = t('landing.text')
  const jsonLd = { '@type': 'WebSite', name: settings.siteName, url: `${publicUrl}/`, description }
  return { title: `${settings.siteName} · ${slogan}`, description, jsonLd }
}
