import { stringify } from 'yaml'

export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
