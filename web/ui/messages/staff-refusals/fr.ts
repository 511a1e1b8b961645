import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'refusal.ANSWERS_HIDDEN':
    'Vous participez à ce concours. Ses réponses vous sont cachées jusqu’à la décision.',
  'refusal.APPROVER_NOT_INDEPENDENT':
    'Un administrateur indépendant du demandeur doit décider : aucun des deux n’a nommé l’autre, et aucun tiers n’a nommé les deux. L’opérateur crée un tel administrateur en ligne de commande : lyceum admin create.',
  'refusal.BADGE_CHANGED':
    'Le badge a été modifié entre-temps. Rechargez la page et refaites votre modification.',
  'refusal.BADGE_EXISTS': 'Un badge de ce type existe déjà. Choisissez un autre type.',
  'refusal.BADGE_MINTS_UNCONFIRMED':
    'Ceci émet le badge pour beaucoup d’apprenants d’un coup : {mintCount}. Confirmez ce nombre.',
  'refusal.BADGE_NEEDS_ADMIN':
    'Ceci émet le badge pour beaucoup d’apprenants d’un coup : {mintCount}. Demandez à un administrateur de le faire.',
  'refusal.BADGE_NOT_FOUND': 'Ce badge n’existe pas ou a été supprimé.',
  'refusal.BADGE_RULE_FIXED':
    'La règle d’un badge publié ne peut pas changer. Archivez le badge et créez-en un autre.',
  'refusal.BROADCAST_CHANGED': 'La diffusion a été modifiée entre-temps. Rechargez la page.',
  'refusal.BROADCAST_NOT_CONFIRMED': 'Le nom saisi n’est pas celui de cette diffusion. Rien n’a été envoyé.',
  'refusal.BROADCAST_NOT_DRAFT': 'Cette diffusion est déjà envoyée ou programmée. Créez-en une autre.',
  'refusal.BROADCAST_NOT_FOUND': 'Cette diffusion n’existe pas ou a été supprimée.',
  'refusal.BROADCAST_NOT_RUNNING': 'Cette diffusion n’est ni en cours d’envoi ni programmée.',
  'refusal.BROADCAST_TIME_INVALID': 'Choisissez un moment à venir, d’ici un an.',
  'refusal.BROADCAST_WITHOUT_FALLBACK': 'Il n’y a pas de texte dans la langue pour tous les autres.',
  'refusal.CATEGORY_NOT_FOUND': 'Cette catégorie n’existe pas. Les paquets de contenu les définissent.',
  'refusal.CERTIFICATE_NOT_MINTED':
    'Seul un certificat inscrit sur la chaîne peut être révoqué. Réessayez quand il y sera.',
  'refusal.CERTIFICATE_REVOKED': 'Un certificat révoqué ne peut pas être modifié.',
  'refusal.CONTEST_CANCELLED': 'Ce concours est déjà annulé. Les droits d’entrée sont rendus.',
  'refusal.CONTEST_ENDED': 'Ce concours est terminé.',
  'refusal.CONTEST_PLAN_INCOMPLETE':
    'La publication n’est pas encore possible. La liste de contrôle dit ce qui manque.',
  'refusal.CONTEST_PLAN_NOT_FOUND': 'Ce brouillon de concours n’existe pas ou a été supprimé.',
  'refusal.CONTEST_PLAN_NOT_RUNNING': 'Ce n’est pas une série en cours.',
  'refusal.CONTEST_PLAN_PUBLISHED': 'C’est déjà publié. Modifiez ses concours ou créez un nouveau brouillon.',
  'refusal.CONTEST_UNDER_WAY':
    'Le concours a des participants ou a commencé. On peut encore changer les textes et reculer la fin ; un administrateur peut augmenter les prix.',
  'refusal.COURSE_HAS_NO_LESSONS': 'Publiez d’abord une leçon de ce cours.',
  'refusal.CO_AUTHOR_NOT_FOUND': 'Cet utilisateur n’est pas coauteur du cours.',
  'refusal.DAILY_REWARD_BUDGET_SPENT':
    'Vous pouvez encore promettre aujourd’hui {leftGems} gemmes et {leftXp} XP. Ce changement promet {wantedGems} gemmes et {wantedXp} XP de plus. Continuez demain (UTC) ou promettez moins.',
  'refusal.DATABASE_UNAVAILABLE':
    'Le service n’a pas répondu à temps. Votre modification est peut-être enregistrée : vérifiez avant de la refaire.',
  'refusal.EMAIL_NOT_VERIFIED':
    'L’adresse e-mail de ce compte n’est pas confirmée et peut appartenir à une autre personne. L’utilisateur doit d’abord la confirmer.',
  'refusal.EVENT_NOT_DEAD': 'Seul un événement échoué peut être rejoué.',
  'refusal.EVENT_NOT_FOUND': 'Cet événement n’existe pas ou a été supprimé.',
  'refusal.FAILED_JOB_NOT_FOUND': 'Cette tâche échouée n’existe pas. Elle a peut-être déjà été relancée.',
  'refusal.FILE_MISSING': 'Choisissez d’abord un fichier.',
  'refusal.GRANT_LIMITS_RAISED':
    'Ici, les limites des dons ne peuvent que baisser. L’opérateur les relève en ligne de commande : lyceum admin set-grant-limits.',
  'refusal.GRANT_REQUEST_DECIDED': 'Cette demande est déjà décidée.',
  'refusal.GRANT_REQUEST_EXPIRED': 'Cette demande a expiré. L’administrateur peut la refaire.',
  'refusal.GRANT_TO_YOURSELF': 'Le don est pour vous : un autre administrateur doit décider.',
  'refusal.HOUSE_PRIZE_TOO_SHORT':
    'Un concours avec des prix de la plateforme doit durer au moins une heure. Reculez la fin ou retirez les prix.',
  'refusal.INSUFFICIENT_BALANCE': 'L’utilisateur a moins d’XP que cela. Rien n’a été retiré.',
  'refusal.INSUFFICIENT_GEMS': 'L’utilisateur a moins de gemmes que cela. Rien n’a été retiré.',
  'refusal.LAST_LESSON': 'C’est la seule leçon publiée d’un cours publié. Archivez plutôt le cours.',
  'refusal.LESSONS_DIFFER':
    'Les leçons du cours ont changé entre-temps. Rechargez la page et triez-les de nouveau.',
  'refusal.LOGO_TOO_LARGE': 'Le logo peut avoir 5 Mo au plus.',
  'refusal.LOGO_UNSUPPORTED':
    'Ce logo est inutilisable. Choisissez un JPEG, PNG ou WebP d’au plus 4096 × 4096 pixels.',
  'refusal.MAIL_NOT_FOUND': 'Cet e-mail n’existe pas ou est déjà supprimé.',
  'refusal.MAIL_OFF':
    'L’envoi d’e-mails est désactivé sur cette installation (MAIL=off). L’opérateur l’active.',
  'refusal.MEDIA_QUOTA_EXCEEDED':
    'Votre bibliothèque est pleine. Supprimez des fichiers que vous n’utilisez pas.',
  'refusal.MEDIUM_IN_USE': 'Ce fichier est utilisé. Retirez-le d’abord des contenus qui l’utilisent.',
  'refusal.MEDIUM_NOT_FOUND': 'Ce fichier n’est pas dans votre bibliothèque ou a été supprimé.',
  'refusal.MEDIUM_TOO_LARGE':
    'Une image peut avoir jusqu’à 10 Mo, un son jusqu’à 20 Mo et des sous-titres jusqu’à 512 Ko.',
  'refusal.MEDIUM_UNSUPPORTED':
    'Ce fichier est inutilisable. Choisissez une image (PNG, JPEG, WebP, AVIF ou GIF, 8192 pixels de côté au plus), un son (MP3, M4A, Ogg ou WAV) ou des sous-titres (WebVTT).',
  'refusal.MODEL_DRAFT_EMPTY':
    'Le modèle n’a rien ébauché d’utilisable. Essayez un texte plus long ou plus clair.',
  'refusal.MODEL_FAILED':
    'Le modèle n’a pas donné de réponse utilisable à temps. Rien n’a été créé. Réessayez plus tard.',
  'refusal.MODEL_MARK_NOT_FOUND': 'Cette marque n’existe pas. Elle a peut-être déjà été retirée.',
  'refusal.MODEL_NOT_CONFIGURED':
    'Cette installation n’a pas de modèle de langue. L’opérateur en configure un avec LLM_BASE_URL.',
  'refusal.MOVE_NOT_ALLOWED': 'L’état de la commande ne le permet pas. Rechargez la page.',
  'refusal.NOTE_NOT_FOUND': 'Cette note n’existe pas ou est déjà supprimée.',
  'refusal.NOTE_OF_ANOTHER':
    'Un autre membre du personnel a écrit cette note. Demandez-lui, ou à un administrateur, de la supprimer.',
  'refusal.NOTHING_TO_REVIEW': 'Le cours et ces leçons n’ont pas de modifications à publier.',
  'refusal.NOT_AN_AUTHOR':
    'Seuls ses auteurs et un administrateur le peuvent. Demandez au propriétaire de vous ajouter comme coauteur, ou faites une copie.',
  'refusal.NOT_A_PICTURE': 'Seule une image peut avoir un texte alternatif ou servir de couverture.',
  'refusal.NOT_FOR_PRACTICE': 'Au moins une des questions n’existe pas ou n’est pas une question d’exercice.',
  'refusal.NOT_IN_REVIEW': 'Ce travail n’attend plus d’examen.',
  'refusal.NOT_OF_A_PACK': 'Ce cours appartient déjà à un auteur. Transférez-le plutôt.',
  'refusal.NOT_TAKEN_OVER': 'Ce cours n’a pas été repris d’un paquet de contenu : il ne peut pas être rendu.',
  'refusal.NOT_THE_OWNER': 'Seuls le propriétaire du cours et un administrateur le peuvent.',
  'refusal.NO_SUCH_AUTHOR':
    'Aucun auteur n’a cette adresse e-mail. Il faut le compte d’un auteur ou d’un administrateur.',
  'refusal.OWNED_BY_PACK':
    'Ceci vient d’un paquet de contenu. Modifiez-le dans le paquet et importez le paquet de nouveau.',
  'refusal.OWN_ACCOUNT':
    'Un administrateur ne peut ici ni se suspendre, ni changer son propre rôle, ni fermer toutes ses sessions. Demandez à un autre administrateur.',
  'refusal.OWN_SUBMISSION': 'C’est vous qui l’avez soumis. Une autre personne doit décider.',
  'refusal.OWN_TWO_FACTOR_REQUIRED':
    'Activez d’abord la connexion à deux facteurs pour votre propre compte. Vous pourrez ensuite l’exiger d’un rôle.',
  'refusal.PATH_HAS_NO_COURSES': 'Publiez d’abord un cours de ce parcours.',
  'refusal.PATH_REPEATS_ANOTHER':
    'Un autre parcours publié a les mêmes cours. Ajoutez un cours à ce parcours ou retirez-en un.',
  'refusal.PICTURE_TOO_LARGE': 'L’image peut avoir 5 Mo au plus.',
  'refusal.PICTURE_UNSUPPORTED': 'Cette image est inutilisable. Choisissez un JPEG, PNG ou WebP lisible.',
  'refusal.POOL_TOO_SMALL':
    'Les certificats ne peuvent pas exiger un test impossible à passer. La réserve doit avoir trois fois ce que pose le test : publiez d’abord d’autres questions.',
  'refusal.PRIZES_ABOVE_LIMIT':
    'Un de vos concours peut promettre {most} ; celui-ci promettrait {wanted}. Baissez ses prix.',
  'refusal.PROJECT_EXISTS': 'Ce cours a déjà un projet. Modifiez celui-là.',
  'refusal.PROVIDER_UNAVAILABLE': 'Un prestataire nécessaire n’a pas répondu. Réessayez plus tard.',
  'refusal.PUBLICATION_TIME_UNUSABLE': 'Choisissez un moment à venir, d’ici un an.',
  'refusal.QUESTION_IN_USE': 'Une question ne sert qu’une fois, dans une seule leçon. Écrivez-en une autre.',
  'refusal.QUESTION_NOT_FOUND': 'Cette question n’existe pas ou a été retirée.',
  'refusal.REFUND_CHANGED':
    'La commande a été livrée, et ce qui manque n’est pas ce que vous avez confirmé. Regardez les montants et décidez de nouveau.',
  'refusal.REPORT_ABOUT_YOURSELF':
    'Ce signalement vous concerne ou vient de vous. Un autre membre du personnel le traite.',
  'refusal.REPORT_DECIDED': 'Un autre membre du personnel a décidé autrement. Rechargez la page.',
  'refusal.REPORT_NOT_FOUND': 'Ce signalement n’existe pas ou a été supprimé.',
  'refusal.REQUESTER_NOT_ADMIN': 'Le demandeur n’est plus administrateur. Refusez la demande.',
  'refusal.REVIEW_DECIDED': 'Cette demande de relecture est déjà décidée ou retirée.',
  'refusal.REVIEW_NOT_FOUND': 'Cette demande de relecture n’existe pas.',
  'refusal.REVIEW_OUTDATED':
    'Le contenu a été modifié après avoir été soumis. Son auteur doit le soumettre de nouveau.',
  'refusal.REVIEW_REQUIRED':
    'Ici, un administrateur relit les contenus avant leur publication. Soumettez le cours.',
  'refusal.REVISION_NOT_FOUND': 'L’historique n’a pas cette version.',
  'refusal.REWARD_NEEDS_ADMIN':
    'Seul un administrateur peut offrir plus de {most} ; ce changement offrirait {wanted}. Baissez les récompenses ou demandez à un administrateur de publier.',
  'refusal.SETTINGS_CHANGED':
    'Les réglages ont été modifiés entre-temps. Rechargez la page et refaites votre modification.',
  'refusal.SITE_CHANGED': 'Les réglages du site ont été modifiés depuis. Rechargez la page.',
  'refusal.SUBMISSION_NOT_FOUND': 'Ce travail n’existe pas ou a été retiré.',
  'refusal.TEST_IS_REQUIRED':
    'Les certificats exigent ce test. Sans cette question, la réserve est trop petite. Ajoutez-en d’abord une autre.',
  'refusal.TOO_MANY_CO_AUTHORS': 'Un cours a 20 coauteurs au plus. Retirez-en d’abord un.',
  'refusal.TOO_MANY_QUESTIONS':
    'Plus de 2 000 questions correspondent. Choisissez-en moins par thème, étiquette, type ou recherche.',
  'refusal.TOPIC_EXISTS': 'Un thème a déjà ce titre. Utilisez-le.',
  'refusal.TOPIC_NOT_FOUND': 'Ce thème n’existe pas. Choisissez-en un autre.',
  'refusal.UNKNOWN_COURSE': 'Au moins un des cours n’existe pas.',
  'refusal.USER_CHANGED': 'L’utilisateur a été modifié entre-temps : rien n’a été fait. Rechargez la page.',
  'refusal.VERSION_CHANGED':
    'Ceci a été modifié depuis que vous l’avez ouvert. Comparez votre version avec la nouvelle et enregistrez de nouveau.',
  'refusal.VIEW_OF_STAFF':
    'Seuls les comptes d’apprenants peuvent être vus, pas ceux du personnel ou des auteurs.',
} satisfies Catalogue
