interface Schema {
  oneOf?: { $ref?: string }[]
  anyOf?: { $ref?: string }[]
  discriminator?: { propertyName: string }
  required?: string[]
}

interface Document {
  components?: { schemas?: Record<string, unknown> }
}

const PREFIX = '#/components/schemas/'

/**
 * A discriminator must be a field that every variant requires. The first variant of a draft may leave it out; its union then
 * has no discriminator, and its variants may overlap for a schema checker that does not know the rules between fields.
 */
export function dropOptionalDiscriminators<D extends Document>(document: D): D {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  for (const schema of Object.values(schemas)) {
    const { oneOf, discriminator } = schema
    if (!oneOf || !discriminator) continue
    const variants = oneOf.map(({ $ref = '' }) => schemas[$ref.slice(PREFIX.length)])
    if (variants.every((variant) => variant?.required?.includes(discriminator.propertyName))) continue
    delete schema.oneOf
    delete schema.discriminator
    schema.anyOf = oneOf
  }
  return document
}
