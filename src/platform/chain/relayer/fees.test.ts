import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { raisedFees } from './fees.ts'

const fee = fc.bigInt({ min: 0n, max: 10n ** 13n })

test('a raised fee is an eighth higher than the last, at least what is asked now, and never above the cap', () => {
  fc.assert(
    fc.property(fee, fee, fee, fee, fee, (max, tip, askedMax, askedTip, cap) => {
      const last = { maxFeeWei: max, priorityFeeWei: tip < max ? tip : max }
      const raised = raisedFees(last, { maxFeeWei: askedMax, priorityFeeWei: askedTip }, cap)
      if (!raised) {
        expect(max + max / 8n + 1n > cap || askedMax > cap).toBe(true)
        return
      }
      expect(8n * raised.maxFeeWei).toBeGreaterThanOrEqual(9n * last.maxFeeWei)
      expect(raised.maxFeeWei).toBeGreaterThanOrEqual(askedMax)
      expect(raised.maxFeeWei).toBeLessThanOrEqual(cap)
      expect(raised.priorityFeeWei).toBeLessThanOrEqual(raised.maxFeeWei)
    }),
  )
})
