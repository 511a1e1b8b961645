import { Body, Controller, HttpCode, Param, ParseUUIDPipe, Post, Req, UseGuards } from '@nestjs/common'
import { AuthGuard } from '@nestjs/passport'
import { IsNumber, IsOptional, Max, Min } from 'class-validator'
import { CompletionService } from './completion.service.js'

export class CompleteLessonBody {
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(86_400)
  timeSpentSeconds?: number

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(100)
  score?: number
}

@Controller('api/v2/user-lessons')
@UseGuards(AuthGuard('jwt'))
export class CompletionController {
  constructor(private readonly completions: CompletionService) {}

  @Post(':id/complete')
  @HttpCode(200)
  complete(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: CompleteLessonBody,
    @Req() request: { user: { id: string } },
  ) {
    return this.completions.complete(request.user.id, id, body)
  }
}
