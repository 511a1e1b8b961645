import { Injectable, NotFoundException } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { IsNull, Repository } from 'typeorm'
import { ProfileResponse } from './profile.response.js'
import { UserAccount } from './user-account.entity.js'

@Injectable()
export class ProfileService {
  constructor(@InjectRepository(UserAccount) private readonly users: Repository<UserAccount>) {}

  async profileOf(userId: string) {
    const user = await this.users.findOne({
      where: { id: userId, deletedAt: IsNull(), suspendedAt: IsNull() },
    })
    if (!user) throw new NotFoundException('user not found')
    return ProfileResponse.of(user)
  }
}
