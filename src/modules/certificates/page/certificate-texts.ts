import { chooseByLanguage } from '../../../platform/language-fallbacks.ts'
import type { SITE_LANGUAGES } from '../../site-settings/public/site-settings.ts'
import {
  describeHours,
  describeProject,
  type ProjectResult,
  type RevocationReason,
  studyHours,
} from '../public/certificate.ts'

type Language = (typeof SITE_LANGUAGES)[number]

/** The texts of the public page in one language. The certificate itself is English. */
export interface CertificateTexts {
  language: Language
  direction: 'ltr' | 'rtl'
  formerLearner: string
  nameRemoved: string
  aboutCourse: string
  /** Before the title of the course. */
  completed: string
  /** After the title of the course. */
  passedTest: string
  pictureAlt: (given: { number: string; name: string; course: string }) => string
  description: (given: { state: string; number: string; siteName: string; date: string }) => string
  thisPage: string
  qrCode: string
  credential: string
  linkedIn: string
  state: {
    valid: string
    validDetails: (tokenId: string, network: string) => string
    pending: string
    pendingDetails: string
    revoked: string
    revokedDetails: (date: string, reason: string) => string
    revokedOnChain: string
    mismatch: string
    mismatchDetails: (siteName: string) => string
    unavailable: string
    unavailableDetails: (siteName: string) => string
  }
  reasons: Record<RevocationReason, string>
  details: {
    number: string
    issued: string
    test: string
    testPassed: (score: number, date: string) => string
    testNotTaken: string
    project: string
    projectPassed: (project: Pick<ProjectResult, 'title' | 'percentage'>) => string
    studyTime: string
    /** Not for 0 minutes. */
    hours: (minutes: number) => string | undefined
    skills: string
    network: string
    chain: (network: string, chainId: number) => string
    contract: string
    token: string
    noToken: string
    owner: string
    transaction: string
    document: string
  }
  unknown: {
    title: string
    text: string
    courses: (siteName: string) => string
    advice: string
    adviceText: (siteName: string) => string
  }
}

function formatHours(minutes: number, language: Language): string {
  return studyHours(minutes).toLocaleString(language)
}

/** Isolates a value that may be written in the other direction, so that the words around it keep their order. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`
}

const english: CertificateTexts = {
  language: 'en',
  direction: 'ltr',
  formerLearner: 'A former learner',
  nameRemoved: 'The owner deleted their account, so the name was removed. The token stays on the chain.',
  aboutCourse: 'About this course',
  completed: 'has completed the course',
  passedTest: 'and passed its test',
  pictureAlt: ({ number, name, course }) =>
    `Certificate ${number}: ${name} has completed the course ${course}`,
  description: ({ state, number, siteName, date }) =>
    `${state}. Certificate ${number} of ${siteName}, issued on ${date}.`,
  thisPage: 'This page',
  qrCode: 'QR code of this page',
  credential: 'Signed credential (Open Badges 3.0)',
  linkedIn: 'Add to LinkedIn profile',
  state: {
    valid: 'Valid, on chain',
    validDetails: (tokenId, network) => `Token ${tokenId} on ${network}, checked just now.`,
    pending: 'Issued, and being written to the chain',
    pendingDetails: 'It cannot be verified on the chain yet. Check again in a few minutes.',
    revoked: 'Revoked',
    revokedDetails: (date, reason) => `On ${date}, because ${reason}. The certificate is not valid.`,
    revokedOnChain: 'The token is revoked on the chain. The certificate is not valid.',
    mismatch: 'Not valid',
    mismatchDetails: (siteName) => `${siteName} issued this certificate, but the chain does not confirm it.`,
    unavailable: 'The chain is unavailable',
    unavailableDetails: (siteName) =>
      `${siteName} issued this certificate and has not revoked it. Check again later for the state on the chain.`,
  },
  reasons: {
    ISSUED_IN_ERROR: 'it was issued in error',
    MISCONDUCT: 'of misconduct',
    REQUESTED_BY_HOLDER: 'its owner requested it',
  },
  details: {
    number: 'Number',
    issued: 'Issued',
    test: 'Course test',
    testPassed: (score, date) => `${score} %, passed on ${date}`,
    testNotTaken: 'not taken',
    project: 'Project',
    projectPassed: describeProject,
    studyTime: 'Study time',
    hours: describeHours,
    skills: 'Skills',
    network: 'Network',
    chain: (network, chainId) => `${network} (chain ${chainId})`,
    contract: 'Contract',
    token: 'Token',
    noToken: 'not yet',
    owner: 'Owner',
    transaction: 'Transaction',
    document: 'Document',
  },
  unknown: {
    title: 'No such certificate',
    text: 'There is no certificate with the number',
    courses: (siteName) => `Courses of ${siteName}`,
    advice: 'What to do',
    adviceText: (siteName) =>
      `Compare it with the number on the certificate. A number looks like LYC-2026-7Q4ZK0VX and has no letters I, L, O or U. A number that is not found here was not issued by ${siteName}.`,
  },
}

const french: CertificateTexts = {
  language: 'fr',
  direction: 'ltr',
  formerLearner: 'Une personne qui a étudié ici',
  nameRemoved: 'La personne a supprimé son compte ; le nom a donc été retiré. Le jeton reste sur la chaîne.',
  aboutCourse: 'À propos de ce cours',
  completed: 'a terminé le cours',
  passedTest: 'et réussi son test',
  pictureAlt: ({ number, name, course }) => `Certificat ${number} : ${name} a terminé le cours ${course}`,
  description: ({ state, number, siteName, date }) =>
    `${state}. Certificat ${number} de ${siteName}, délivré le ${date}.`,
  thisPage: 'Cette page',
  qrCode: 'Code QR de cette page',
  credential: 'Attestation signée (Open Badges 3.0)',
  linkedIn: 'Ajouter au profil LinkedIn',
  state: {
    valid: 'Valide, sur la chaîne',
    validDetails: (tokenId, network) => `Jeton ${tokenId} sur ${network}, vérifié à l’instant.`,
    pending: 'Délivré, inscription sur la chaîne en cours',
    pendingDetails: 'La chaîne ne peut pas encore le confirmer. Revenez dans quelques minutes.',
    revoked: 'Révoqué',
    revokedDetails: (date, reason) => `Le ${date}, ${reason}. Le certificat n’est pas valide.`,
    revokedOnChain: 'Le jeton est révoqué sur la chaîne. Le certificat n’est pas valide.',
    mismatch: 'Non valide',
    mismatchDetails: (siteName) => `${siteName} a délivré ce certificat, mais la chaîne ne le confirme pas.`,
    unavailable: 'La chaîne n’est pas joignable',
    unavailableDetails: (siteName) =>
      `${siteName} a délivré ce certificat et ne l’a pas révoqué. Revenez plus tard pour l’état sur la chaîne.`,
  },
  reasons: {
    ISSUED_IN_ERROR: 'parce qu’il a été délivré par erreur',
    MISCONDUCT: 'à cause d’une faute',
    REQUESTED_BY_HOLDER: 'à la demande de son titulaire',
  },
  details: {
    number: 'Numéro',
    issued: 'Délivré',
    test: 'Test du cours',
    testPassed: (score, date) => `${score} %, réussi le ${date}`,
    testNotTaken: 'non passé',
    project: 'Projet',
    projectPassed: ({ title, percentage }) =>
      percentage === null ? `${title}, réussi` : `${title}, réussi avec ${percentage} %`,
    studyTime: 'Temps d’étude',
    hours: (minutes) => `${formatHours(minutes, 'fr')} h`,
    skills: 'Compétences',
    network: 'Réseau',
    chain: (network, chainId) => `${network} (chaîne ${chainId})`,
    contract: 'Contrat',
    token: 'Jeton',
    noToken: 'pas encore',
    owner: 'Titulaire',
    transaction: 'Transaction',
    document: 'Document',
  },
  unknown: {
    title: 'Ce certificat n’existe pas',
    text: 'Il n’y a pas de certificat avec le numéro',
    courses: (siteName) => `Cours de ${siteName}`,
    advice: 'Que faire',
    adviceText: (siteName) =>
      `Comparez-le avec le numéro qui figure sur le certificat. Un numéro ressemble à LYC-2026-7Q4ZK0VX et ne contient pas les lettres I, L, O ni U. Un numéro introuvable ici n’a pas été délivré par ${siteName}.`,
  },
}

const portuguese: CertificateTexts = {
  language: 'pt',
  direction: 'ltr',
  formerLearner: 'Uma pessoa que estudou aqui',
  nameRemoved: 'A pessoa apagou a sua conta, por isso o nome foi removido. O token fica na cadeia.',
  aboutCourse: 'Sobre este curso',
  completed: 'concluiu o curso',
  passedTest: 'e passou no seu teste',
  pictureAlt: ({ number, name, course }) => `Certificado ${number}: ${name} concluiu o curso ${course}`,
  description: ({ state, number, siteName, date }) =>
    `${state}. Certificado ${number} de ${siteName}, emitido em ${date}.`,
  thisPage: 'Esta página',
  qrCode: 'Código QR desta página',
  credential: 'Credencial assinada (Open Badges 3.0)',
  linkedIn: 'Adicionar ao perfil do LinkedIn',
  state: {
    valid: 'Válido, na cadeia',
    validDetails: (tokenId, network) => `Token ${tokenId} em ${network}, verificado agora mesmo.`,
    pending: 'Emitido, a ser escrito na cadeia',
    pendingDetails: 'A cadeia ainda não o pode confirmar. Volte dentro de alguns minutos.',
    revoked: 'Revogado',
    revokedDetails: (date, reason) => `Em ${date}, ${reason}. O certificado não é válido.`,
    revokedOnChain: 'O token está revogado na cadeia. O certificado não é válido.',
    mismatch: 'Não é válido',
    mismatchDetails: (siteName) => `${siteName} emitiu este certificado, mas a cadeia não o confirma.`,
    unavailable: 'A cadeia não está disponível',
    unavailableDetails: (siteName) =>
      `${siteName} emitiu este certificado e não o revogou. Volte mais tarde para ver o estado na cadeia.`,
  },
  reasons: {
    ISSUED_IN_ERROR: 'porque foi emitido por engano',
    MISCONDUCT: 'por má conduta',
    REQUESTED_BY_HOLDER: 'a pedido do titular',
  },
  details: {
    number: 'Número',
    issued: 'Emitido',
    test: 'Teste do curso',
    testPassed: (score, date) => `${score} %, aprovado em ${date}`,
    testNotTaken: 'não realizado',
    project: 'Projeto',
    projectPassed: ({ title, percentage }) =>
      percentage === null ? `${title}, aprovado` : `${title}, aprovado com ${percentage} %`,
    studyTime: 'Tempo de estudo',
    hours: (minutes) => `${formatHours(minutes, 'pt')} h`,
    skills: 'Competências',
    network: 'Rede',
    chain: (network, chainId) => `${network} (cadeia ${chainId})`,
    contract: 'Contrato',
    token: 'Token',
    noToken: 'ainda não',
    owner: 'Titular',
    transaction: 'Transação',
    document: 'Documento',
  },
  unknown: {
    title: 'Este certificado não existe',
    text: 'Não há nenhum certificado com o número',
    courses: (siteName) => `Cursos de ${siteName}`,
    advice: 'O que fazer',
    adviceText: (siteName) =>
      `Compare-o com o número no certificado. Um número é como LYC-2026-7Q4ZK0VX e não tem as letras I, L, O nem U. Um número que não se encontra aqui não foi emitido por ${siteName}.`,
  },
}

const swahili: CertificateTexts = {
  language: 'sw',
  direction: 'ltr',
  formerLearner: 'Mwanafunzi wa zamani',
  nameRemoved:
    'Mwenye cheti amefuta akaunti yake, kwa hiyo jina limeondolewa. Tokeni inabaki kwenye mnyororo.',
  aboutCourse: 'Kuhusu kozi hii',
  completed: 'amemaliza kozi ya',
  passedTest: 'na kufaulu mtihani wake',
  pictureAlt: ({ number, name, course }) => `Cheti ${number}: ${name} amemaliza kozi ya ${course}`,
  description: ({ state, number, siteName, date }) =>
    `${state}. Cheti ${number} cha ${siteName}, kilitolewa tarehe ${date}.`,
  thisPage: 'Ukurasa huu',
  qrCode: 'Msimbo wa QR wa ukurasa huu',
  credential: 'Hati yenye saini (Open Badges 3.0)',
  linkedIn: 'Ongeza kwenye wasifu wa LinkedIn',
  state: {
    valid: 'Ni halali, kiko kwenye mnyororo',
    validDetails: (tokenId, network) => `Tokeni ${tokenId} kwenye ${network}, imekaguliwa sasa hivi.`,
    pending: 'Kimetolewa, kinaandikwa kwenye mnyororo',
    pendingDetails: 'Mnyororo bado hauwezi kukithibitisha. Angalia tena baada ya dakika chache.',
    revoked: 'Kimebatilishwa',
    revokedDetails: (date, reason) => `Tarehe ${date}, ${reason}. Cheti si halali.`,
    revokedOnChain: 'Tokeni imebatilishwa kwenye mnyororo. Cheti si halali.',
    mismatch: 'Si halali',
    mismatchDetails: (siteName) => `${siteName} ilitoa cheti hiki, lakini mnyororo haukithibitishi.`,
    unavailable: 'Mnyororo haupatikani',
    unavailableDetails: (siteName) =>
      `${siteName} ilitoa cheti hiki na haijakibatilisha. Angalia tena baadaye kujua hali yake kwenye mnyororo.`,
  },
  reasons: {
    ISSUED_IN_ERROR: 'kwa sababu kilitolewa kimakosa',
    MISCONDUCT: 'kwa sababu ya ukiukaji wa kanuni',
    REQUESTED_BY_HOLDER: 'kwa ombi la mwenye cheti',
  },
  details: {
    number: 'Namba',
    issued: 'Kilitolewa',
    test: 'Mtihani wa kozi',
    testPassed: (score, date) => `${score} %, amefaulu tarehe ${date}`,
    testNotTaken: 'haujafanywa',
    project: 'Mradi',
    projectPassed: ({ title, percentage }) =>
      percentage === null ? `${title}, umefaulu` : `${title}, umefaulu kwa ${percentage} %`,
    studyTime: 'Muda wa kusoma',
    hours: (minutes) => `saa ${formatHours(minutes, 'sw')}`,
    skills: 'Ujuzi',
    network: 'Mtandao',
    chain: (network, chainId) => `${network} (mnyororo ${chainId})`,
    contract: 'Mkataba',
    token: 'Tokeni',
    noToken: 'bado',
    owner: 'Mwenye cheti',
    transaction: 'Muamala',
    document: 'Hati',
  },
  unknown: {
    title: 'Hakuna cheti hiki',
    text: 'Hakuna cheti chenye namba',
    courses: (siteName) => `Kozi za ${siteName}`,
    advice: 'La kufanya',
    adviceText: (siteName) =>
      `Linganisha na namba iliyo kwenye cheti. Namba huwa kama LYC-2026-7Q4ZK0VX na haina herufi I, L, O wala U. Namba isiyopatikana hapa haikutolewa na ${siteName}.`,
  },
}

const arabic: CertificateTexts = {
  language: 'ar',
  direction: 'rtl',
  formerLearner: 'متعلّم سابق',
  nameRemoved: 'حذف صاحب الشهادة حسابه، لذلك أُزيل الاسم. يبقى الرمز المميّز على سلسلة الكتل.',
  aboutCourse: 'عن هذه الدورة',
  completed: 'أتمّ دورة',
  passedTest: 'واجتاز اختبارها',
  pictureAlt: ({ number, name, course }) =>
    `الشهادة ${isolate(number)}: أتمّ ${isolate(name)} دورة ${isolate(course)}`,
  description: ({ state, number, siteName, date }) =>
    `${state}. الشهادة ${isolate(number)} من ${isolate(siteName)}، صدرت في ${date}.`,
  thisPage: 'هذه الصفحة',
  qrCode: 'رمز QR لهذه الصفحة',
  credential: 'شهادة رقمية موقّعة (Open Badges 3.0)',
  linkedIn: 'أضفها إلى الملف في LinkedIn',
  state: {
    valid: 'صحيحة، على سلسلة الكتل',
    validDetails: (tokenId, network) =>
      `الرمز المميّز ${isolate(tokenId)} على ${isolate(network)}، تحقّقنا منه الآن.`,
    pending: 'صدرت، وتُسجَّل على سلسلة الكتل',
    pendingDetails: 'لا يمكن التحقق منها على سلسلة الكتل بعد. تحقّق مجددًا بعد بضع دقائق.',
    revoked: 'ملغاة',
    revokedDetails: (date, reason) => `في ${date}، ${reason}. الشهادة غير صالحة.`,
    revokedOnChain: 'الرمز المميّز ملغى على سلسلة الكتل. الشهادة غير صالحة.',
    mismatch: 'غير صالحة',
    mismatchDetails: (siteName) => `أصدرت ${isolate(siteName)} هذه الشهادة، لكن سلسلة الكتل لا تؤكّدها.`,
    unavailable: 'سلسلة الكتل غير متاحة',
    unavailableDetails: (siteName) =>
      `أصدرت ${isolate(siteName)} هذه الشهادة ولم تُلغها. تحقّق لاحقًا من حالتها على سلسلة الكتل.`,
  },
  reasons: {
    ISSUED_IN_ERROR: 'لأنها صدرت بالخطأ',
    MISCONDUCT: 'بسبب مخالفة',
    REQUESTED_BY_HOLDER: 'بطلب من صاحبها',
  },
  details: {
    number: 'الرقم',
    issued: 'تاريخ الإصدار',
    test: 'اختبار الدورة',
    testPassed: (score, date) => `${score}٪، اجتيز في ${date}`,
    testNotTaken: 'لم يُجرَ',
    project: 'المشروع',
    projectPassed: ({ title, percentage }) =>
      percentage === null ? `${title}، مجتاز` : `${title}، مجتاز بنتيجة ${percentage}٪`,
    studyTime: 'وقت الدراسة',
    hours: (minutes) => `${formatHours(minutes, 'ar')} س`,
    skills: 'المهارات',
    network: 'الشبكة',
    chain: (network, chainId) => `${isolate(network)} (السلسلة ${chainId})`,
    contract: 'العقد',
    token: 'الرمز المميّز',
    noToken: 'ليس بعد',
    owner: 'صاحب الشهادة',
    transaction: 'المعاملة',
    document: 'الوثيقة',
  },
  unknown: {
    title: 'لا توجد شهادة كهذه',
    text: 'لا توجد شهادة بالرقم',
    courses: (siteName) => `دورات ${isolate(siteName)}`,
    advice: 'ما العمل؟',
    adviceText: (siteName) =>
      `قارنه بالرقم المكتوب على الشهادة. يشبه الرقم LYC-2026-7Q4ZK0VX ولا يحتوي على الحروف I أو L أو O أو U. الرقم غير الموجود هنا لم تصدره ${isolate(siteName)}.`,
  },
}

const TEXTS: Record<Language, CertificateTexts> = {
  en: english,
  fr: french,
  pt: portuguese,
  sw: swahili,
  ar: arabic,
}
const BY_LANGUAGE = new Map(Object.entries(TEXTS))

/** Returns the texts in the first of the languages that has some, else in English. */
export function certificateTexts(languages: readonly string[]): CertificateTexts {
  for (const language of languages) {
    const texts = chooseByLanguage(BY_LANGUAGE, language)
    if (texts) return texts
  }
  return english
}
