import type { Node } from 'prosemirror-model'

interface Written {
  /** Whole lines, as they are in the text. */
  source: string
  /** The blank lines between the block before and this one. */
  before: string
  /** Null for the first block. */
  previous: Origin | null
}

/**
 * Where a block comes from. Its parts are private, so ProseMirror finds any two origins equal: a comparison of documents is
 * about their content.
 */
export class Origin {
  static readonly none = new Origin()
  readonly #written: Written | undefined
  #node: Node | undefined

  constructor(written?: Written) {
    this.#written = written
  }

  /** Remembers the block that was read from the source. */
  bind(node: Node): void {
    this.#node = node
  }

  get previous(): Origin | null | undefined {
    return this.#written?.previous
  }

  /** What is written for the node if nobody has edited it. Undoing all edits counts as no edit. */
  writtenFor(node: Node): { source: string; before: string } | undefined {
    return this.#written && this.#node?.eq(node) ? this.#written : undefined
  }
}

export function originOf(node: Node): Origin {
  return (node.attrs.origin as Origin | undefined) ?? Origin.none
}
