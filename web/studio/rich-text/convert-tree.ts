import type { Definition, PhrasingContent, Root, RootContent } from 'mdast'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { normalize } from './normalize.ts'
import { schema } from './schema.ts'

/** Stands for a formula while Markdown is parsed, as in the service: Markdown would read `_` and `*` in it. */
const PLACEHOLDER = /\uE001(\d+)\uE002/g

type Definitions = ReadonlyMap<string, Definition>

export function definitionsOf(root: Root): Definitions {
  const found = new Map<string, Definition>()
  const search = (nodes: readonly { type: string }[]) => {
    for (const node of nodes) {
      if (node.type === 'definition') {
        const definition = node as Definition
        if (!found.has(definition.identifier)) found.set(definition.identifier, definition)
      }
      if ('children' in node) search(node.children as { type: string }[])
    }
  }
  search(root.children)
  return found
}

/** Thrown for what the schema does not know. */
class NotRepresentable extends Error {}

/** Turns the tree of a Markdown parser into nodes of the schema. */
export class TreeConverter {
  readonly #formulas: string[]
  readonly #definitions: Definitions

  constructor(formulas: string[], definitions: Definitions) {
    this.#formulas = formulas
    this.#definitions = definitions
  }

  /** Returns undefined if the schema cannot represent the block. */
  block(block: RootContent): Node | undefined {
    try {
      const node = normalize(this.#block(block))
      node.check()
      return node
    } catch (error) {
      if (error instanceof NotRepresentable || error instanceof RangeError) return undefined
      throw error
    }
  }

  #block(block: RootContent): Node {
    const { nodes } = schema
    switch (block.type) {
      case 'paragraph':
        return nodes.paragraph.create(null, this.#inline(block.children))
      case 'heading':
        return nodes.heading.create({ level: block.depth }, this.#inline(block.children))
      case 'thematicBreak':
        return nodes.horizontal_rule.create()
      case 'blockquote':
        return nodes.blockquote.create(null, this.#blocks(block.children))
      case 'code': {
        const info = this.#source([block.lang, block.meta].filter(Boolean).join(' '))
        if (info.includes('\n')) throw new NotRepresentable()
        const text = this.#source(block.value)
        return nodes.code_block.create({ info }, text === '' ? null : schema.text(text))
      }
      case 'list': {
        const isLoose = Boolean(block.spread) || block.children.some((item) => Boolean(item.spread))
        const items = block.children.map((item) => nodes.list_item.create(null, this.#blocks(item.children)))
        return block.ordered
          ? nodes.ordered_list.create({ start: block.start ?? 1, isLoose }, items)
          : nodes.bullet_list.create({ isLoose }, items)
      }
      case 'table': {
        const rows = block.children.map((row) =>
          nodes.table_row.create(
            null,
            row.children.map((cell) => nodes.table_cell.create(null, this.#inline(cell.children))),
          ),
        )
        const align = block.children[0]!.children.map((_, column) => block.align?.[column] ?? null)
        return nodes.table.create({ align }, rows)
      }
      default:
        throw new NotRepresentable()
    }
  }

  #blocks(children: RootContent[]): Node[] {
    return children.length > 0
      ? children.map((child) => this.#block(child))
      : [schema.nodes.paragraph.create()]
  }

  #inline(children: PhrasingContent[], marks: readonly Mark[] = []): Fragment {
    return Fragment.fromArray(children.flatMap((child) => this.#phrase(child, marks)))
  }

  #phrase(phrase: PhrasingContent, marks: readonly Mark[]): Node[] {
    switch (phrase.type) {
      case 'text':
        return this.#text(phrase.value, marks)
      case 'strong':
        return this.#marked(phrase.children, schema.marks.strong.create(), marks)
      case 'emphasis':
        return this.#marked(phrase.children, schema.marks.em.create(), marks)
      case 'inlineCode':
        return [schema.text(this.#source(phrase.value), schema.marks.code.create().addToSet(marks))]
      case 'break':
        return [schema.nodes.hard_break.create(null, null, marks)]
      case 'link':
        return this.#link(phrase.children, phrase.url, phrase.title, marks)
      case 'image':
        return [this.#image(phrase.url, phrase.alt, phrase.title, marks)]
      case 'linkReference': {
        const { url, title } = this.#definition(phrase.identifier)
        return this.#link(phrase.children, url, title, marks)
      }
      case 'imageReference': {
        const { url, title } = this.#definition(phrase.identifier)
        return [this.#image(url, phrase.alt, title, marks)]
      }
      default:
        throw new NotRepresentable()
    }
  }

  #definition(identifier: string): Definition {
    const definition = this.#definitions.get(identifier)
    if (!definition) throw new NotRepresentable()
    return definition
  }

  #marked(children: PhrasingContent[], mark: Mark, marks: readonly Mark[]): Node[] {
    return [...this.#inline(children, mark.addToSet(marks)).content]
  }

  #link(children: PhrasingContent[], url: string, title: string | null | undefined, marks: readonly Mark[]) {
    // A link without text has no place in a document of text.
    if (children.length === 0) throw new NotRepresentable()
    const attrs = { href: this.#source(url), title: title ? this.#source(title) : null }
    return this.#marked(children, schema.marks.link.create(attrs), marks)
  }

  #image(
    url: string,
    alt: string | null | undefined,
    title: string | null | undefined,
    marks: readonly Mark[],
  ) {
    const attrs = {
      src: this.#source(url),
      alt: this.#source(alt ?? '').replace(/\s*\n\s*/g, ' '),
      title: title ? this.#source(title) : null,
    }
    return schema.nodes.image.create(attrs, null, marks)
  }

  #text(value: string, marks: readonly Mark[]): Node[] {
    const nodes: Node[] = []
    let from = 0
    const add = (to: number) => {
      if (to > from) nodes.push(schema.text(value.slice(from, to), marks))
    }
    for (const found of value.matchAll(PLACEHOLDER)) {
      add(found.index)
      nodes.push(schema.nodes.math.create({ source: this.#formulas[Number(found[1])]! }, null, marks))
      from = found.index + found[0].length
    }
    add(value.length)
    return nodes
  }

  /** Formulas in code and addresses are not formulas. */
  #source(value: string): string {
    return value.replace(PLACEHOLDER, (_, index) => this.#formulas[Number(index)]!)
  }
}
