import { awaiting, type Section } from './row.ts'

/** Promises of parts that are still being built. Their rows say so, and fail on the day that they are there. */
export const AWAITED: Section[] = [
  {
    title: 'Payments',
    rows: awaiting('payments', '/api/v2/payment/', [
      [
        'POST /payment/on-ramp/quote',
        'Bearer; fiatAmount, fiatCurrency, cryptoCurrency required; 200 {success, data: on-ramp quote}',
      ],
      [
        'POST /payment/on-ramp/initiate',
        'quoteId, paymentMethod, phoneNumber; 201 {success, data: on-ramp order}',
      ],
      [
        'POST /payment/off-ramp/quote',
        'cryptoAmount, cryptoCurrency, fiatCurrency; 200 {success, data: off-ramp quote}',
      ],
      [
        'POST /payment/off-ramp/initiate',
        'Bearer; quoteId, paymentMethod, recipientPhoneNumber, walletPin; 201 {success, data: off-ramp order, message}',
      ],
      ['Off-ramp: PIN', 'requires the verified wallet PIN or a PIN session token'],
      [
        'On-ramp quote: fields',
        'quoteId, fiatAmount, fiatCurrency, cryptoAmount, cryptoCurrency, exchangeRate, expiresAt',
      ],
      ['Off-ramp quote: fields', 'quoteId, cryptoAmount, fiatAmount, fiatCurrency, fee, netPayout'],
      [
        'On-ramp order: fields',
        'orderId, status, paymentUrl, accountDetails {bankName, accountName, accountNumber}',
      ],
      ['Off-ramp order: fields', 'orderId, status, estimatedCompletionMinutes'],
      ['On-ramp order: initiate', 'valid quote → PENDING_PAYMENT; payment checkout details returned'],
      [
        'Off-ramp order: initiate',
        'valid quote and PIN → PROCESSING; estimated completion in minutes returned',
      ],
      ['Quote validity', 'expires at the timestamp expiresAt'],
    ]),
  },
]
