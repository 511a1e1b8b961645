import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'refusal.ANSWERS_HIDDEN': 'Participa neste concurso. As respostas ficam ocultas para si até ser decidido.',
  'refusal.APPROVER_NOT_INDEPENDENT':
    'Deve decidir um administrador independente de quem pediu: nenhum nomeou o outro e nenhum terceiro nomeou ambos. O operador cria um administrador assim na linha de comandos: lyceum admin create.',
  'refusal.BADGE_CHANGED': 'O emblema foi alterado entretanto. Recarregue a página e repita a sua alteração.',
  'refusal.BADGE_EXISTS': 'Já existe um emblema deste tipo. Escolha outro tipo.',
  'refusal.BADGE_MINTS_UNCONFIRMED':
    'Isto emite o emblema para muitos alunos de uma vez: {mintCount}. Confirme o número.',
  'refusal.BADGE_NEEDS_ADMIN':
    'Isto emite o emblema para muitos alunos de uma vez: {mintCount}. Peça a um administrador que o faça.',
  'refusal.BADGE_NOT_FOUND': 'Este emblema não existe ou foi removido.',
  'refusal.BADGE_RULE_FIXED':
    'A regra de um emblema publicado não pode mudar. Arquive o emblema e crie outro.',
  'refusal.BROADCAST_CHANGED': 'A difusão foi alterada entretanto. Recarregue a página.',
  'refusal.BROADCAST_NOT_CONFIRMED': 'O nome escrito não é o desta difusão. Nada foi enviado.',
  'refusal.BROADCAST_NOT_DRAFT': 'Esta difusão já foi enviada ou agendada. Crie outra.',
  'refusal.BROADCAST_NOT_FOUND': 'Esta difusão não existe ou foi removida.',
  'refusal.BROADCAST_NOT_RUNNING': 'Esta difusão não está a ser enviada nem agendada.',
  'refusal.BROADCAST_TIME_INVALID': 'Escolha um momento futuro, dentro de um ano.',
  'refusal.BROADCAST_WITHOUT_FALLBACK': 'Não há texto na língua para todos os outros.',
  'refusal.CATEGORY_NOT_FOUND': 'Esta categoria não existe. Os pacotes de conteúdo definem-nas.',
  'refusal.CERTIFICATE_NOT_MINTED':
    'Só um certificado que está na cadeia pode ser revogado. Tente de novo quando lá estiver.',
  'refusal.CERTIFICATE_REVOKED': 'Um certificado revogado não pode ser alterado.',
  'refusal.CONTEST_CANCELLED': 'Este concurso já foi cancelado. As taxas de entrada são devolvidas.',
  'refusal.CONTEST_ENDED': 'Este concurso terminou.',
  'refusal.CONTEST_PLAN_INCOMPLETE': 'Ainda não se pode publicar. A lista de verificação diz o que falta.',
  'refusal.CONTEST_PLAN_NOT_FOUND': 'Este rascunho de concurso não existe ou foi apagado.',
  'refusal.CONTEST_PLAN_NOT_RUNNING': 'Isto não é uma série em curso.',
  'refusal.CONTEST_PLAN_PUBLISHED':
    'Isto já está publicado. Altere os seus concursos ou crie um novo rascunho.',
  'refusal.CONTEST_UNDER_WAY':
    'O concurso tem participantes ou já começou. Ainda se podem alterar os textos e adiar o fim; um administrador pode aumentar os prémios.',
  'refusal.COURSE_HAS_NO_LESSONS': 'Publique primeiro uma lição deste curso.',
  'refusal.CO_AUTHOR_NOT_FOUND': 'Este utilizador não é coautor do curso.',
  'refusal.DAILY_REWARD_BUDGET_SPENT':
    'Hoje ainda pode prometer {leftGems} gemas e {leftXp} XP. Esta alteração promete mais {wantedGems} gemas e {wantedXp} XP. Continue amanhã (UTC) ou prometa menos.',
  'refusal.DATABASE_UNAVAILABLE':
    'O serviço não respondeu a tempo. Talvez a sua alteração tenha sido guardada: veja antes de a repetir.',
  'refusal.EMAIL_NOT_VERIFIED':
    'O e-mail desta conta não está confirmado e pode ser de outra pessoa. O utilizador tem de o confirmar primeiro.',
  'refusal.EVENT_NOT_DEAD': 'Só um evento falhado pode ser repetido.',
  'refusal.EVENT_NOT_FOUND': 'Este evento não existe ou foi apagado.',
  'refusal.FAILED_JOB_NOT_FOUND': 'Não há tal tarefa falhada. Talvez já tenha sido repetida.',
  'refusal.FILE_MISSING': 'Escolha primeiro um ficheiro.',
  'refusal.GRANT_LIMITS_RAISED':
    'Aqui os limites das ofertas só podem baixar. O operador aumenta-os na linha de comandos: lyceum admin set-grant-limits.',
  'refusal.GRANT_REQUEST_DECIDED': 'Este pedido já foi decidido.',
  'refusal.GRANT_REQUEST_EXPIRED': 'Este pedido expirou. O administrador pode pedir de novo.',
  'refusal.GRANT_TO_YOURSELF': 'A oferta é para si, por isso deve decidir outro administrador.',
  'refusal.HOUSE_PRIZE_TOO_SHORT':
    'Um concurso com prémios da plataforma deve estar aberto pelo menos uma hora. Adie o fim ou retire os prémios.',
  'refusal.INSUFFICIENT_BALANCE': 'O utilizador tem menos XP do que isso. Nada foi retirado.',
  'refusal.INSUFFICIENT_GEMS': 'O utilizador tem menos gemas do que isso. Nada foi retirado.',
  'refusal.LAST_LESSON': 'Esta é a única lição publicada de um curso publicado. Arquive antes o curso.',
  'refusal.LESSONS_DIFFER': 'As lições do curso mudaram entretanto. Recarregue a página e ordene-as de novo.',
  'refusal.LOGO_TOO_LARGE': 'O logótipo pode ter no máximo 5 MB.',
  'refusal.LOGO_UNSUPPORTED':
    'Este logótipo não pode ser usado. Escolha um JPEG, PNG ou WebP de no máximo 4096 × 4096 píxeis.',
  'refusal.MAIL_NOT_FOUND': 'Este e-mail não existe ou já foi apagado.',
  'refusal.MAIL_OFF': 'O correio está desligado nesta instalação (MAIL=off). O operador liga-o.',
  'refusal.MEDIA_QUOTA_EXCEEDED': 'A sua biblioteca está cheia. Apague ficheiros que não usa.',
  'refusal.MEDIUM_IN_USE': 'Este ficheiro está em uso. Retire-o primeiro dos conteúdos que o usam.',
  'refusal.MEDIUM_NOT_FOUND': 'Este ficheiro não está na sua biblioteca ou foi apagado.',
  'refusal.MEDIUM_TOO_LARGE': 'Uma imagem pode ter até 10 MB, um áudio até 20 MB e as legendas até 512 KB.',
  'refusal.MEDIUM_UNSUPPORTED':
    'Este ficheiro não pode ser usado. Escolha uma imagem (PNG, JPEG, WebP, AVIF ou GIF, no máximo 8192 píxeis de lado), um áudio (MP3, M4A, Ogg ou WAV) ou legendas (WebVTT).',
  'refusal.MODEL_DRAFT_EMPTY':
    'O modelo não escreveu nada que se possa usar. Tente um texto mais longo ou mais claro.',
  'refusal.MODEL_FAILED':
    'O modelo não deu a tempo uma resposta utilizável. Nada foi criado. Tente mais tarde.',
  'refusal.MODEL_MARK_NOT_FOUND': 'Esta marca não existe. Talvez já tenha sido removida.',
  'refusal.MODEL_NOT_CONFIGURED':
    'Esta instalação não tem modelo de linguagem. O operador configura um com LLM_BASE_URL.',
  'refusal.MOVE_NOT_ALLOWED': 'O estado da encomenda não o permite. Recarregue a página.',
  'refusal.NOTE_NOT_FOUND': 'Esta nota não existe ou já foi apagada.',
  'refusal.NOTE_OF_ANOTHER':
    'Outro membro da equipa escreveu esta nota. Peça-lhe, ou a um administrador, que a apague.',
  'refusal.NOTHING_TO_REVIEW': 'O curso e estas lições não têm alterações por publicar.',
  'refusal.NOT_AN_AUTHOR':
    'Só os seus autores e um administrador o podem fazer. Peça ao proprietário que o adicione como coautor, ou faça uma cópia.',
  'refusal.NOT_A_PICTURE': 'Só uma imagem pode ter um texto alternativo ou ser capa.',
  'refusal.NOT_FOR_PRACTICE': 'Pelo menos uma das perguntas não existe ou não é de prática.',
  'refusal.NOT_IN_REVIEW': 'Este trabalho já não espera por revisão.',
  'refusal.NOT_OF_A_PACK': 'Este curso já é de um autor. Em vez disso, transfira-o.',
  'refusal.NOT_TAKEN_OVER':
    'Este curso não foi assumido de um pacote de conteúdo, por isso não pode ser devolvido.',
  'refusal.NOT_THE_OWNER': 'Só o proprietário do curso e um administrador o podem fazer.',
  'refusal.NO_SUCH_AUTHOR':
    'Nenhum autor tem este e-mail. A conta tem de ser de um autor ou de um administrador.',
  'refusal.OWNED_BY_PACK':
    'Isto vem de um pacote de conteúdo. Altere-o no pacote e importe o pacote de novo.',
  'refusal.OWN_ACCOUNT':
    'Aqui um administrador não pode suspender-se, mudar a própria função nem terminar todas as suas sessões. Peça a outro administrador.',
  'refusal.OWN_SUBMISSION': 'Foi enviado por si. Outra pessoa deve decidir.',
  'refusal.OWN_TWO_FACTOR_REQUIRED':
    'Ative primeiro a autenticação de dois fatores na sua própria conta. Depois pode exigi-la a uma função.',
  'refusal.PATH_HAS_NO_COURSES': 'Publique primeiro um curso deste percurso.',
  'refusal.PATH_REPEATS_ANOTHER':
    'Outro percurso publicado tem os mesmos cursos. Adicione um curso a este percurso ou retire um.',
  'refusal.PICTURE_TOO_LARGE': 'A imagem pode ter no máximo 5 MB.',
  'refusal.PICTURE_UNSUPPORTED':
    'Esta imagem não pode ser usada. Escolha um JPEG, PNG ou WebP que se possa ler.',
  'refusal.POOL_TOO_SMALL':
    'Os certificados não podem exigir um teste que não se pode fazer. O conjunto precisa do triplo do que o teste pergunta: publique primeiro mais perguntas.',
  'refusal.PRIZES_ABOVE_LIMIT':
    'Um concurso seu pode prometer {most}; este prometeria {wanted}. Baixe os prémios.',
  'refusal.PROJECT_EXISTS': 'Este curso já tem um projeto. Altere esse.',
  'refusal.PROVIDER_UNAVAILABLE': 'Um fornecedor necessário não respondeu. Tente mais tarde.',
  'refusal.PUBLICATION_TIME_UNUSABLE': 'Escolha um momento futuro, dentro de um ano.',
  'refusal.QUESTION_IN_USE': 'Uma pergunta só pode ser usada uma vez, numa única lição. Escreva outra.',
  'refusal.QUESTION_NOT_FOUND': 'Esta pergunta não existe ou foi removida.',
  'refusal.REFUND_CHANGED':
    'A encomenda foi entregue, e o que falta não é o que confirmou. Veja os valores e decida de novo.',
  'refusal.REPORT_ABOUT_YOURSELF':
    'Esta denúncia é sobre si ou foi feita por si. Outro membro da equipa decide.',
  'refusal.REPORT_DECIDED':
    'Outro membro da equipa decidiu esta denúncia de outra forma. Recarregue a página.',
  'refusal.REPORT_NOT_FOUND': 'Esta denúncia não existe ou foi apagada.',
  'refusal.REQUESTER_NOT_ADMIN': 'Quem pediu já não é administrador. Recuse o pedido.',
  'refusal.REVIEW_DECIDED': 'Este pedido de revisão já foi decidido ou retirado.',
  'refusal.REVIEW_NOT_FOUND': 'Este pedido de revisão não existe.',
  'refusal.REVIEW_OUTDATED': 'O conteúdo foi alterado depois de enviado. O autor deve enviá-lo de novo.',
  'refusal.REVIEW_REQUIRED':
    'Aqui um administrador revê os conteúdos antes de serem publicados. Envie o curso.',
  'refusal.REVISION_NOT_FOUND': 'O histórico não tem esta versão.',
  'refusal.REWARD_NEEDS_ADMIN':
    'Só um administrador pode oferecer mais de {most}; esta alteração ofereceria {wanted}. Baixe as recompensas ou peça a um administrador que publique.',
  'refusal.SETTINGS_CHANGED':
    'As definições foram alteradas entretanto. Recarregue a página e repita a sua alteração.',
  'refusal.SITE_CHANGED': 'As definições do site foram alteradas depois disso. Recarregue a página.',
  'refusal.SUBMISSION_NOT_FOUND': 'Este trabalho não existe ou foi removido.',
  'refusal.TEST_IS_REQUIRED':
    'Os certificados exigem este teste. Sem esta pergunta o conjunto é pequeno de mais. Adicione outra primeiro.',
  'refusal.TOO_MANY_CO_AUTHORS': 'Um curso tem no máximo 20 coautores. Remova um primeiro.',
  'refusal.TOO_MANY_QUESTIONS':
    'Correspondem mais de 2000 perguntas. Escolha menos por tema, etiqueta, tipo ou pesquisa.',
  'refusal.TOPIC_EXISTS': 'Já há um tema com este título. Use-o.',
  'refusal.TOPIC_NOT_FOUND': 'Este tema não existe. Escolha outro.',
  'refusal.UNKNOWN_COURSE': 'Pelo menos um dos cursos não existe.',
  'refusal.USER_CHANGED':
    'O utilizador foi alterado entretanto, por isso nada foi feito. Recarregue a página.',
  'refusal.VERSION_CHANGED':
    'Isto foi alterado depois de o abrir. Compare a sua versão com a nova e guarde de novo.',
  'refusal.VIEW_OF_STAFF': 'Só se podem ver contas de alunos, não as da equipa nem de autores.',
} satisfies Catalogue
