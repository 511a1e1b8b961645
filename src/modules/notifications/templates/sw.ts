import type { TemplateName } from './en.ts'
import { type LanguagePack, leagueTemplates } from './message-template.ts'

export const swahili: LanguagePack<TemplateName> = {
  tag: 'sw',
  greeting: 'Habari {username},',
  closing: 'Unaweza kuchagua unachoarifiwa, na kwa njia gani, kwenye mipangilio ya arifa.',
  deletedUser: 'mtu fulani',
  templates: {
    STREAK_MILESTONE: {
      title: 'Siku {days} mfululizo!',
      body: 'Umejifunza siku {days} mfululizo na umepata vito {gems}.',
    },
    STREAK_AT_RISK: {
      title: 'Linda mfululizo wako',
      body: 'Bado hujajifunza leo. Somo moja kabla ya saa sita usiku litalinda mfululizo wako wa siku {days}.',
    },
    BADGE_EARNED: {
      title: 'Beji mpya: {badge}',
      body: 'Umepata beji “{badge}”. Itazame kwenye wasifu wako.',
    },
    CERTIFICATE_READY: {
      title: 'Cheti chako kiko tayari',
      body: 'Cheti cha “{course}” kimeandikwa kwenye blockchain. Namba yake ni {number}.',
    },
    CONTEST_STARTING: {
      title: '“{contest}” inakaribia kuanza',
      body: 'Shindano linaanza saa {time}. Kila la heri!',
    },
    CONTEST_RESULT: {
      title: 'Matokeo ya “{contest}”',
      body: 'Shindano limeisha: umeshika nafasi ya {rank}.',
    },
    CONTEST_PRIZE: {
      title: 'Umeshinda vito {gems}!',
      body: 'Umeshika nafasi ya {rank} katika “{contest}” na umeshinda vito {gems}.',
    },
    CONTEST_CANCELLED: {
      title: '“{contest}” limefutwa',
      body: 'Shindano halitafanyika.',
    },
    CONTEST_REFUNDED: {
      title: '“{contest}” limefutwa',
      body: 'Shindano halitafanyika. Ada yako ya vito {gems} imerudishwa.',
    },
    BATTLE_WON: { title: 'Umeshinda pambano!', body: 'Umemshinda {opponent}.' },
    BATTLE_WON_GEMS: {
      title: 'Umeshinda pambano!',
      body: 'Umemshinda {opponent} na umepata vito {gems}.',
    },
    BATTLE_LOST: {
      title: 'Umeshindwa pambano',
      body: 'Safari hii {opponent} alikuwa na kasi zaidi. Omba marudiano!',
    },
    BATTLE_DRAWN: { title: 'Sare', body: 'Wewe na {opponent} mmetoka sare.' },
    BATTLE_CANCELLED: {
      title: 'Pambano limefutwa',
      body: 'Pambano dhidi ya {opponent} halikuweza kumalizika. Hakuna vito vilivyopotea.',
    },
    ...leagueTemplates(['Fedha', 'Dhahabu', 'Lulu', 'Marumaru', 'Mzeituni', 'Laureli'], (division) => ({
      title: `Umepanda hadi ${division}`,
      body: `Wiki yako katika ligi ilikuwa nzuri. Sasa uko katika daraja la ${division}.`,
    })),
    PROJECT_PASSED: {
      title: 'Mradi umefaulu',
      body: 'Mradi wako “{project}” umefaulu kwa asilimia {percentage}. Soma tathmini.',
    },
    PROJECT_NEEDS_REVISION: {
      title: 'Mradi wako umetathminiwa',
      body: 'Mradi wako “{project}” umepata asilimia {percentage} na unahitaji marekebisho. Tathmini inaeleza cha kuboresha.',
    },
    PROJECT_PASSED_BY_PEOPLE: {
      title: 'Mradi umefaulu',
      body: 'Mradi wako “{project}” umefaulu. Soma tathmini.',
    },
    PROJECT_NEEDS_REVISION_BY_PEOPLE: {
      title: 'Mradi wako umetathminiwa',
      body: 'Mradi wako “{project}” unahitaji marekebisho. Tathmini inaeleza cha kuboresha.',
    },
    COURSE_CO_AUTHOR: {
      title: 'Wewe ni mwandishi mwenza',
      body: 'Sasa unaweza kuhariri “{course}” katika studio. Waandishi hawapati XP wala vito kutoka kozi yao wenyewe. Unaweza kuiacha wakati wowote.',
    },
    COURSE_RECEIVED: {
      title: 'Kozi ni yako',
      body: 'Sasa wewe ndiye mmiliki wa “{course}”.',
    },
    COURSE_GIVEN: {
      title: '“{course}” ina mmiliki mpya',
      body: '{author} sasa ndiye mmiliki wa “{course}”. Unabaki kuwa mwandishi mwenza.',
    },
    COURSE_CHANGED: { title: '“{course}” imebadilika', body: 'Mapya: {notes}' },
    SCHEDULE_WITHOUT_LESSONS: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini kozi haina somo lililochapishwa. Chapisha somo, kisha chagua wakati mwingine.',
    },
    SCHEDULE_ABOVE_LIMIT: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini zawadi zimezidi kikomo. Zipunguze, au mwombe msimamizi achapishe.',
    },
    SCHEDULE_ABOVE_BUDGET: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini zawadi ambazo mwandishi anaweza kuahidi kwa siku zilikuwa zimeisha. Chagua siku nyingine, au mwombe msimamizi.',
    },
    SCHEDULE_WITHOUT_RIGHTS: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini mwandishi aliyeupanga hawezi tena kuchapisha. Chapisha mwenyewe, au chagua wakati mwingine.',
    },
    SCHEDULE_AFTER_EDIT: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini maudhui yalibadilishwa baada ya uhakiki. Yawasilishe tena.',
    },
    SCHEDULE_WITHOUT_REVIEW: {
      title: '“{content}” haikuchapishwa',
      body: 'Wakati umefika, lakini hapa maudhui huhakikiwa kabla ya kuchapishwa. Yawasilishe kwa uhakiki.',
    },
    REVIEW_REQUESTED: {
      title: '“{course}” inasubiri uhakiki wako',
      body: '{author} amewasilisha “{course}”. Iidhinishe, au irudishe na maoni.',
    },
    REVIEW_APPROVED: {
      title: '“{course}” imeidhinishwa',
      body: 'Uwasilishaji wako umeidhinishwa. Unachapishwa sasa, au wakati uliochagua.',
    },
    REVIEW_RETURNED: {
      title: '“{course}” imerudishwa',
      body: 'Mhakiki wako anaomba mabadiliko: {comment}',
    },
    REFERRAL_BONUS: {
      title: 'Rafiki yako amemaliza kozi',
      body: 'Mtu uliyemwalika amemaliza kozi yake ya kwanza. Umepata vito {gems}.',
    },
    REFERRAL_WELCOME: {
      title: 'Zawadi ya mwanzo mzuri',
      body: 'Ulikuja kwa mwaliko na umemaliza kozi yako ya kwanza: vito {gems} ni vyako.',
    },
    PAYMENT_RECEIVED: {
      title: 'Malipo yamepokelewa',
      body: 'Tumepokea {amount}. Agizo lako linashughulikiwa.',
    },
    PAYMENT_COMPLETED: { title: 'Agizo limekamilika', body: 'Agizo lako la {amount} limekamilika.' },
    PAYMENT_FAILED: {
      title: 'Agizo limeshindikana',
      body: 'Agizo lako la {amount} halikukamilika. Lifungue uone sababu.',
    },
    PAYMENT_REFUNDED: {
      title: 'Agizo limerejeshewa fedha',
      body: 'Fedha za agizo lako la {amount} zimerudishwa.',
    },
    PAYMENT_UNDER_REVIEW: {
      title: 'Tunakagua agizo lako',
      body: 'Kiasi cha agizo lako la {amount} hakilingani. Kuna mtu anayelikagua.',
    },
    PAYOUT_SENT: { title: 'Malipo yametumwa', body: '{amount} ziko njiani kukufikia.' },
    SUBSCRIPTION_ACTIVE: {
      title: 'Premium imewashwa',
      body: 'Kozi zote ziko wazi kwako hadi {date}.',
    },
    SUBSCRIPTION_LASTING: {
      title: 'Premium imewashwa',
      body: 'Kozi zote ziko wazi kwako.',
    },
    SUBSCRIPTION_CANCELLED: {
      title: 'Usajili wako unaisha',
      body: 'Hautahuishwa. Premium itabaki wazi kwako hadi {date}.',
    },
    SUBSCRIPTION_BILLING_ISSUE: {
      title: 'Malipo yako hayakupita',
      body: 'Tafadhali kagua njia yako ya malipo dukani ili Premium iendelee.',
    },
    SUBSCRIPTION_EXPIRED: {
      title: 'Premium imeisha',
      body: 'Maendeleo yako yamehifadhiwa. Jisajili tena wakati wowote.',
    },
    REPORT_ACTED: {
      title: 'Asante kwa ripoti yako',
      body: 'Tumeangalia ripoti yako na kuchukua hatua.',
    },
    REPORT_DISMISSED: {
      title: 'Ripoti yako imesomwa',
      body: 'Tumeangalia ripoti yako na hatukupata cha kubadilisha. Asante kwa kujali.',
    },
    SYSTEM: { title: '{title}', body: '{body}' },
  },
}
