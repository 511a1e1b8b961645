import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { FastModule } from './fast.module.js'

const application = await NestFactory.create<NestFastifyApplication>(FastModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
})
application.enableShutdownHooks()
await application.listen(Number(process.env.PORT), '127.0.0.1')
