/** Examples of the API document: a learner buys for naira and sells for shillings. */
const ORDER_ID = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'
const QUOTE_ID = '019a8b5e-6a10-7000-8000-1b2c3d4e5f60'
const EXPIRES = '2026-11-02T08:05:00.000Z'
const ACCOUNT = { bankName: 'Sandbox Bank', accountName: 'Lyceum Sandbox', accountNumber: '0272162653' }
const BOUGHT = {
  fiatAmount: 15000,
  fiatCurrency: 'NGN',
  cryptoAmount: 9.142945,
  cryptoCurrency: 'CHAIN_USDT',
  exchangeRate: 1616,
  fee: 225,
  feeCurrency: 'NGN',
}
const PAYMENT = { paymentUrl: `http://127.0.0.1:3040/pay/${ORDER_ID}`, accountDetails: ACCOUNT }

const ORDER = {
  orderId: ORDER_ID,
  type: 'ON_RAMP',
  status: 'PENDING_PAYMENT',
  ...BOUGHT,
  netPayout: null,
  paymentMethod: 'BANK_TRANSFER',
  ...PAYMENT,
  transactionHash: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-11-02T08:30:00.000Z',
}

export const EXAMPLES = {
  quoteId: QUOTE_ID,
  methods: {
    currency: 'KES',
    decimals: 2,
    minimumAmount: 130,
    maximumAmount: 250000,
    methods: [
      {
        paymentMethod: 'MPESA',
        country: 'KE',
        directions: ['ON_RAMP', 'OFF_RAMP'],
        needsPhoneNumber: true,
        estimatedPayoutMinutes: 5,
      },
    ],
  },
  onRampQuote: { quoteId: QUOTE_ID, ...BOUGHT, expiresAt: EXPIRES },
  offRampQuote: {
    quoteId: QUOTE_ID,
    fiatAmount: 1287,
    fiatCurrency: 'KES',
    cryptoAmount: 10,
    cryptoCurrency: 'CHAIN_USDT',
    exchangeRate: 128.7,
    fee: 19.31,
    feeCurrency: 'KES',
    netPayout: 1267.69,
    expiresAt: '2026-11-02T08:02:00.000Z',
  },
  onRampOrder: {
    orderId: ORDER_ID,
    status: 'PENDING_PAYMENT',
    ...PAYMENT,
    expiresAt: '2026-11-02T08:30:00.000Z',
  },
  offRampOrder: { orderId: ORDER_ID, status: 'PROCESSING', estimatedCompletionMinutes: 5 },
  order: ORDER,
  cancelledOrder: { ...ORDER, status: 'CANCELLED', paymentUrl: null, accountDetails: null },
  orderWithHistory: {
    ...ORDER,
    history: [
      {
        from: null,
        status: 'PENDING_PAYMENT',
        cause: 'initiated by the user',
        at: '2026-11-02T08:00:00.000Z',
      },
    ],
  },
}
