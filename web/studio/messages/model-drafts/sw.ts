import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of drafts by a model. */
export default {
  'model.added.questions': {
    one: 'Swali {count} limeandikwa kama rasimu. Likague kabla ya kulichapisha.',
    other: 'Maswali {count} yameandikwa kama rasimu. Yakague kabla ya kuyachapisha.',
  },
  'model.added.slides': {
    one: 'Slaidi {count} imeongezwa mwishoni. Ikague kabla ya kuichapisha.',
    other: 'Slaidi {count} zimeongezwa mwishoni. Zikague kabla ya kuzichapisha.',
  },
  'model.count.questions': 'Maswali mangapi',
  'model.count.slides': 'Takriban slaidi ngapi',
  'model.dropped': { one: '{count} haikuweza kutumika:', other: '{count} hazikuweza kutumika:' },
  'model.mark': 'Rasimu ya modeli',
  'model.markText': '{model} iliandika sehemu zake tarehe {day}, na inaweza kukosea. Chanzo:',
  'model.open': 'Andika rasimu kutoka kwa maandishi',
  'model.send': 'Andika rasimu',
  'model.source': 'Maandishi',
  'model.sourceHint':
    'Herufi {length}. Kuanzia {min} hadi {max}. Maandishi hutumwa kwa modeli na hayahifadhiwi.',
  'model.sourceLength': 'Bandika maandishi ya herufi {min} hadi {max}.',
  'model.sourceTitle': 'Kichwa cha chanzo',
  'model.sourceUrl': 'Anwani ya chanzo (si lazima)',
  'model.tag': 'rasimu ya modeli',
  'model.text.questions':
    'Modeli ya lugha huandika maswali kuhusu maandishi yako. Yanakuwa rasimu ambazo wewe tu unaziona hadi uzichapishe.',
  'model.text.slides':
    'Modeli ya lugha huandika slaidi kuhusu maandishi yako. Huongezwa mwishoni mwa somo, na wanafunzi huziona baada tu ya kulichapisha.',
  'model.title.questions': 'Rasimu ya maswali kutoka kwa maandishi',
  'model.title.slides': 'Rasimu ya slaidi kutoka kwa maandishi',
  'model.titleMissing': 'Sema maandishi yanatoka wapi.',
  'model.unmark': 'Nimekagua: ondoa alama',
  'model.waiting': 'Modeli inaandika. Inachukua hadi dakika moja na nusu.',
} satisfies Catalogue
