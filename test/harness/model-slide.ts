/** A slide as a model drafts it, without any text. */
export const EMPTY_SLIDE = {
  title: '',
  content: '',
  back: '',
  language: '',
  options: [],
  correctIndex: 0,
  explanation: '',
}
