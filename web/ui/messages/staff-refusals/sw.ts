import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'refusal.ANSWERS_HIDDEN': 'Unashiriki katika shindano hili. Majibu yake yamefichwa kwako hadi liamuliwe.',
  'refusal.APPROVER_NOT_INDEPENDENT':
    'Lazima aamue msimamizi asiyehusiana na mwombaji: hakuna aliyemteua mwenzake, wala mtu wa tatu aliyewateua wote wawili. Mwendeshaji huunda msimamizi kama huyo kwenye mstari wa amri: lyceum admin create.',
  'refusal.BADGE_CHANGED': 'Beji imebadilishwa wakati huo huo. Pakia ukurasa upya na urudie badiliko lako.',
  'refusal.BADGE_EXISTS': 'Beji ya aina hii tayari ipo. Chagua aina nyingine.',
  'refusal.BADGE_MINTS_UNCONFIRMED':
    'Hii itatoa beji kwa wanafunzi wengi mara moja: {mintCount}. Thibitisha idadi.',
  'refusal.BADGE_NEEDS_ADMIN':
    'Hii itatoa beji kwa wanafunzi wengi mara moja: {mintCount}. Mwombe msimamizi afanye hivyo.',
  'refusal.BADGE_NOT_FOUND': 'Hakuna beji kama hiyo, au imeondolewa.',
  'refusal.BADGE_RULE_FIXED':
    'Sheria ya beji iliyochapishwa haiwezi kubadilika. Weka beji kwenye kumbukumbu na uunde nyingine.',
  'refusal.BROADCAST_CHANGED': 'Tangazo limebadilishwa wakati huo huo. Pakia ukurasa upya.',
  'refusal.BROADCAST_NOT_CONFIRMED': 'Jina uliloandika si la tangazo hili. Hakuna kilichotumwa.',
  'refusal.BROADCAST_NOT_DRAFT': 'Tangazo hili tayari limetumwa au limepangwa. Unda lingine.',
  'refusal.BROADCAST_NOT_FOUND': 'Hakuna tangazo kama hilo, au limeondolewa.',
  'refusal.BROADCAST_NOT_RUNNING': 'Tangazo hili halitumwi wala halijapangwa.',
  'refusal.BROADCAST_TIME_INVALID': 'Chagua wakati ujao, ndani ya mwaka mmoja.',
  'refusal.BROADCAST_WITHOUT_FALLBACK': 'Hakuna maandishi kwa lugha ya wengine wote.',
  'refusal.CATEGORY_NOT_FOUND': 'Hakuna kundi kama hilo. Vifurushi vya maudhui huyaweka.',
  'refusal.CERTIFICATE_NOT_MINTED':
    'Ni cheti kilicho kwenye mnyororo tu kinachoweza kubatilishwa. Jaribu tena kikiwa huko.',
  'refusal.CERTIFICATE_REVOKED': 'Cheti kilichobatilishwa hakiwezi kubadilishwa.',
  'refusal.CONTEST_CANCELLED': 'Shindano hili tayari limeghairiwa. Ada za kuingia zinarudishwa.',
  'refusal.CONTEST_ENDED': 'Shindano hili limeisha.',
  'refusal.CONTEST_PLAN_INCOMPLETE': 'Bado haiwezi kuchapishwa. Orodha ya ukaguzi inasema kinachokosekana.',
  'refusal.CONTEST_PLAN_NOT_FOUND': 'Hakuna rasimu ya shindano kama hiyo, au imefutwa.',
  'refusal.CONTEST_PLAN_NOT_RUNNING': 'Huu si mfululizo unaoendelea.',
  'refusal.CONTEST_PLAN_PUBLISHED':
    'Hii tayari imechapishwa. Badilisha mashindano yake, au unda rasimu mpya.',
  'refusal.CONTEST_UNDER_WAY':
    'Shindano lina washiriki au limeanza. Bado maandishi yanaweza kubadilishwa na mwisho kusogezwa mbele; msimamizi anaweza kuongeza zawadi.',
  'refusal.COURSE_HAS_NO_LESSONS': 'Chapisha kwanza somo la kozi hii.',
  'refusal.CO_AUTHOR_NOT_FOUND': 'Mtumiaji huyu si mwandishi mwenza wa kozi.',
  'refusal.DAILY_REWARD_BUDGET_SPENT':
    'Leo unaweza bado kuahidi vito {leftGems} na XP {leftXp}. Badiliko hili linaahidi vito {wantedGems} na XP {wantedXp} zaidi. Endelea kesho (UTC), au ahidi kidogo.',
  'refusal.DATABASE_UNAVAILABLE':
    'Huduma haikujibu kwa wakati. Huenda badiliko lako limehifadhiwa: angalia kabla ya kurudia.',
  'refusal.EMAIL_NOT_VERIFIED':
    'Barua pepe ya akaunti hii haijathibitishwa, kwa hiyo inaweza kuwa ya mtu mwingine. Mtumiaji lazima aithibitishe kwanza.',
  'refusal.EVENT_NOT_DEAD': 'Ni tukio lililoshindwa tu linaloweza kurudiwa.',
  'refusal.EVENT_NOT_FOUND': 'Hakuna tukio kama hilo, au limefutwa.',
  'refusal.FAILED_JOB_NOT_FOUND': 'Hakuna kazi iliyoshindwa kama hiyo. Huenda tayari imejaribiwa tena.',
  'refusal.FILE_MISSING': 'Chagua faili kwanza.',
  'refusal.GRANT_LIMITS_RAISED':
    'Hapa vikomo vya zawadi vinaweza kupunguzwa tu. Mwendeshaji huviongeza kwenye mstari wa amri: lyceum admin set-grant-limits.',
  'refusal.GRANT_REQUEST_DECIDED': 'Ombi hili tayari limeamuliwa.',
  'refusal.GRANT_REQUEST_EXPIRED': 'Muda wa ombi hili umeisha. Msimamizi anaweza kuomba tena.',
  'refusal.GRANT_TO_YOURSELF': 'Zawadi ni yako, kwa hiyo lazima msimamizi mwingine aamue.',
  'refusal.HOUSE_PRIZE_TOO_SHORT':
    'Shindano lenye zawadi za jukwaa lazima liwe wazi kwa angalau saa moja. Sogeza mwisho mbele, au ondoa zawadi.',
  'refusal.INSUFFICIENT_BALANCE': 'Mtumiaji ana XP chache kuliko hizo. Hakuna kilichochukuliwa.',
  'refusal.INSUFFICIENT_GEMS': 'Mtumiaji ana vito vichache kuliko hivyo. Hakuna kilichochukuliwa.',
  'refusal.LAST_LESSON':
    'Hili ndilo somo pekee lililochapishwa la kozi iliyochapishwa. Badala yake weka kozi kwenye kumbukumbu.',
  'refusal.LESSONS_DIFFER':
    'Masomo ya kozi yamebadilika wakati huo huo. Pakia ukurasa upya na uyapange tena.',
  'refusal.LOGO_TOO_LARGE': 'Nembo inaweza kuwa na MB 5 zaidi.',
  'refusal.LOGO_UNSUPPORTED':
    'Nembo hii haiwezi kutumika. Chagua JPEG, PNG au WebP ya pikseli 4096 × 4096 zaidi.',
  'refusal.MAIL_NOT_FOUND': 'Hakuna barua pepe kama hiyo, au tayari imefutwa.',
  'refusal.MAIL_OFF': 'Barua pepe zimezimwa kwenye usakinishaji huu (MAIL=off). Mwendeshaji huziwasha.',
  'refusal.MEDIA_QUOTA_EXCEEDED': 'Maktaba yako imejaa. Futa faili usizozitumia.',
  'refusal.MEDIUM_IN_USE': 'Faili hii inatumika. Iondoe kwanza kwenye maudhui yanayoitumia.',
  'refusal.MEDIUM_NOT_FOUND': 'Hakuna faili kama hiyo kwenye maktaba yako, au imefutwa.',
  'refusal.MEDIUM_TOO_LARGE': 'Picha inaweza kuwa na hadi MB 10, sauti hadi MB 20 na manukuu hadi KB 512.',
  'refusal.MEDIUM_UNSUPPORTED':
    'Faili hii haiwezi kutumika. Chagua picha (PNG, JPEG, WebP, AVIF au GIF, pikseli 8192 zaidi kwa upande), sauti (MP3, M4A, Ogg au WAV) au manukuu (WebVTT).',
  'refusal.MODEL_DRAFT_EMPTY':
    'Modeli haikuandika chochote kinachoweza kutumika. Jaribu maandishi marefu au yaliyo wazi zaidi.',
  'refusal.MODEL_FAILED':
    'Modeli haikutoa jibu linalofaa kwa wakati. Hakuna kilichoundwa. Jaribu tena baadaye.',
  'refusal.MODEL_MARK_NOT_FOUND': 'Alama hii haipo. Huenda tayari imeondolewa.',
  'refusal.MODEL_NOT_CONFIGURED':
    'Usakinishaji huu hauna modeli ya lugha. Mwendeshaji huiweka kwa LLM_BASE_URL.',
  'refusal.MOVE_NOT_ALLOWED': 'Hali ya agizo hairuhusu hili. Pakia ukurasa upya.',
  'refusal.NOTE_NOT_FOUND': 'Hakuna maelezo kama hayo, au tayari yamefutwa.',
  'refusal.NOTE_OF_ANOTHER': 'Mfanyakazi mwingine aliandika maelezo haya. Mwombe yeye au msimamizi ayafute.',
  'refusal.NOTHING_TO_REVIEW': 'Kozi na masomo haya hayana mabadiliko ambayo hayajachapishwa.',
  'refusal.NOT_AN_AUTHOR':
    'Ni waandishi wake na msimamizi tu wanaoweza kufanya hivi. Mwombe mmiliki akuongeze kama mwandishi mwenza, au tengeneza nakala.',
  'refusal.NOT_A_PICTURE': 'Ni picha tu inayoweza kuwa na maelezo mbadala au kuwa jalada.',
  'refusal.NOT_FOR_PRACTICE': 'Angalau swali moja halipo, au si swali la mazoezi.',
  'refusal.NOT_IN_REVIEW': 'Kazi hii haisubiri tena uhakiki.',
  'refusal.NOT_OF_A_PACK': 'Kozi hii tayari ni ya mwandishi. Badala yake ihamishe.',
  'refusal.NOT_TAKEN_OVER':
    'Kozi hii haikuchukuliwa kutoka kifurushi cha maudhui, kwa hiyo haiwezi kurudishwa.',
  'refusal.NOT_THE_OWNER': 'Ni mmiliki wa kozi na msimamizi tu wanaoweza kufanya hivi.',
  'refusal.NO_SUCH_AUTHOR':
    'Hakuna mwandishi mwenye barua pepe hii. Akaunti lazima iwe ya mwandishi au msimamizi.',
  'refusal.OWNED_BY_PACK':
    'Hii inatoka kwenye kifurushi cha maudhui. Ibadilishe kwenye kifurushi na uingize kifurushi tena.',
  'refusal.OWN_ACCOUNT':
    'Hapa msimamizi hawezi kujisimamisha, kubadilisha jukumu lake wala kufunga vipindi vyake vyote. Mwombe msimamizi mwingine.',
  'refusal.OWN_SUBMISSION': 'Uliiwasilisha mwenyewe. Lazima mtu mwingine aamue.',
  'refusal.OWN_TWO_FACTOR_REQUIRED':
    'Washa kwanza uthibitishaji wa hatua mbili kwenye akaunti yako. Kisha unaweza kuulazimisha kwa jukumu.',
  'refusal.PATH_HAS_NO_COURSES': 'Chapisha kwanza kozi ya njia hii.',
  'refusal.PATH_REPEATS_ANOTHER':
    'Njia nyingine iliyochapishwa ina kozi zile zile. Ongeza kozi kwenye njia hii au ondoa moja.',
  'refusal.PICTURE_TOO_LARGE': 'Picha inaweza kuwa na MB 5 zaidi.',
  'refusal.PICTURE_UNSUPPORTED': 'Picha hii haiwezi kutumika. Chagua JPEG, PNG au WebP inayosomeka.',
  'refusal.POOL_TOO_SMALL':
    'Vyeti haviwezi kuhitaji mtihani usiowezekana. Hifadhi inahitaji mara tatu ya maswali ya mtihani: chapisha maswali zaidi kwanza.',
  'refusal.PRIZES_ABOVE_LIMIT':
    'Shindano lako linaweza kuahidi {most}; hili lingeahidi {wanted}. Punguza zawadi zake.',
  'refusal.PROJECT_EXISTS': 'Kozi hii tayari ina mradi. Badilisha huo.',
  'refusal.PROVIDER_UNAVAILABLE': 'Mtoa huduma anayehitajika hakujibu. Jaribu tena baadaye.',
  'refusal.PUBLICATION_TIME_UNUSABLE': 'Chagua wakati ujao, ndani ya mwaka mmoja.',
  'refusal.QUESTION_IN_USE': 'Swali linaweza kutumika mara moja tu, katika somo moja. Andika swali lingine.',
  'refusal.QUESTION_NOT_FOUND': 'Hakuna swali kama hilo, au limeondolewa.',
  'refusal.REFUND_CHANGED':
    'Agizo limeshatolewa, na kinachokosekana si kile ulichothibitisha. Tazama kiasi na uamue tena.',
  'refusal.REPORT_ABOUT_YOURSELF': 'Ripoti hii inakuhusu au ni yako. Mfanyakazi mwingine ataiamua.',
  'refusal.REPORT_DECIDED': 'Mfanyakazi mwingine ameiamua ripoti hii kwa njia tofauti. Pakia ukurasa upya.',
  'refusal.REPORT_NOT_FOUND': 'Hakuna ripoti kama hiyo, au imefutwa.',
  'refusal.REQUESTER_NOT_ADMIN': 'Mwombaji si msimamizi tena. Kataa ombi.',
  'refusal.REVIEW_DECIDED': 'Ombi hili la uhakiki tayari limeamuliwa au limeondolewa.',
  'refusal.REVIEW_NOT_FOUND': 'Hakuna ombi la uhakiki kama hilo.',
  'refusal.REVIEW_OUTDATED':
    'Maudhui yamebadilishwa baada ya kuwasilishwa. Mwandishi lazima ayawasilishe tena.',
  'refusal.REVIEW_REQUIRED': 'Hapa msimamizi huhakiki maudhui kabla ya kuchapishwa. Wasilisha kozi.',
  'refusal.REVISION_NOT_FOUND': 'Historia haina toleo hilo.',
  'refusal.REWARD_NEEDS_ADMIN':
    'Ni msimamizi tu anayeweza kutoa zaidi ya {most}; badiliko hili lingetoa {wanted}. Punguza zawadi, au mwombe msimamizi achapishe.',
  'refusal.SETTINGS_CHANGED':
    'Mipangilio imebadilishwa wakati huo huo. Pakia ukurasa upya na urudie badiliko lako.',
  'refusal.SITE_CHANGED': 'Mipangilio ya tovuti imebadilishwa baada ya hapo. Pakia ukurasa upya.',
  'refusal.SUBMISSION_NOT_FOUND': 'Hakuna kazi iliyowasilishwa kama hiyo, au imeondolewa.',
  'refusal.TEST_IS_REQUIRED':
    'Vyeti vinahitaji mtihani huu. Bila swali hili hifadhi ni ndogo mno. Ongeza lingine kwanza.',
  'refusal.TOO_MANY_CO_AUTHORS': 'Kozi ina waandishi wenza 20 zaidi. Ondoa mmoja kwanza.',
  'refusal.TOO_MANY_QUESTIONS':
    'Zaidi ya maswali 2,000 yanalingana. Chagua machache kwa mada, lebo, aina au utafutaji.',
  'refusal.TOPIC_EXISTS': 'Tayari kuna mada yenye kichwa hiki. Itumie.',
  'refusal.TOPIC_NOT_FOUND': 'Hakuna mada kama hiyo. Chagua nyingine.',
  'refusal.UNKNOWN_COURSE': 'Angalau kozi moja haipo.',
  'refusal.USER_CHANGED':
    'Mtumiaji amebadilishwa wakati huo huo, kwa hiyo hakuna kilichofanyika. Pakia ukurasa upya.',
  'refusal.VERSION_CHANGED':
    'Hii imebadilishwa baada ya wewe kuifungua. Linganisha toleo lako na jipya na uhifadhi tena.',
  'refusal.VIEW_OF_STAFF': 'Ni akaunti za wanafunzi tu zinazoweza kutazamwa, si za wafanyakazi au waandishi.',
} satisfies Catalogue
